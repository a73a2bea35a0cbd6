package knowledge

import (
	"strings"
	"testing"
)

// toolNames are tools that public servers document, by what their documentation says of them.
// github: github/github-mcp-server, grafana: grafana/mcp-grafana, filesystem:
// modelcontextprotocol/servers, slack: korotovsky/slack-mcp-server, browser: microsoft/playwright-mcp.
var toolNames = map[string]string{
	"read safe": `
		get_file_contents list_commits list_branches search_repositories search_code search_users get_issue
		list_issues issue_read actions_get actions_list get_job_logs get_workflow_run list_workflow_jobs
		projects_get projects_list pull_request_read list_pull_requests get_notification_details
		list_notifications download_workflow_run_artifact search_orgs get_project_item list_label
		list_teams list_users_by_org get_role_details search_dashboards get_dashboard_by_uid
		get_dashboard_summary list_datasources query_prometheus query_prometheus_histogram
		list_prometheus_label_values query_loki_logs query_loki_stats describe_clickhouse_table
		query_clickhouse search_logs find_error_pattern_logs find_slow_requests fetch_pyroscope_profile
		get_annotation_tags get_panel_image get_current_oncall_users get_query_examples
		read_text_file read_media_file read_multiple_files list_directory list_directory_with_sizes
		search_files get_file_info list_allowed_directories
		conversations_history conversations_search_messages channels_list users_search usergroups_list
		browser_tab_list slack_list_channels slack_get_users slack_get_channel_history brave_web_search
		read_graph search_nodes get_forecast get-alerts listTables getHTTPStatus shop.get_basket
		mcp__github__get_me check_stock view_order check_availability lookup_customer validate_coupon
		order_status`,
	"write unsafe": `
		create_issue create_pull_request create_repository create_branch push_files fork_repository
		add_issue_comment add_project_item add_comment_to_pending_review actions_run_trigger
		create_incident add_activity_to_incident create_annotation conversations_add_message
		reactions_add usergroups_create slack_post_message slack_reply_to_thread slack_add_reaction
		create_entities add_observations create-task addItem add_item shop__add_item shop.add_item
		send_email sendEmail send-sms book_flight issue_refund refund_payment pay_invoice charge_card
		place:order insert_row publish_event post_tweet deploy_service start_instance upload_file
		transfer_funds execute_command browser_click browser_type create_basket submit_order
		run_workflow append_row invite_user schedule_meeting notify_oncall`,
	"write": `
		update_issue update_pull_request merge_pull_request delete_file create_or_update_file
		cancel_workflow_run delete_workflow_run_logs dismiss_notification mark_all_notifications_read
		update_project_item delete_project_item projects_write issue_write sub_issue_write
		pull_request_review_write star_repository unstar_repository assign_copilot_to_issue
		update_dashboard update_annotation write_file edit_file move_file
		reactions_remove usergroups_update usergroups_users_update browser_tab_close browser_pdf_save
		delete_entities cancel_order remove_item setQuantity put_object stop_instance close_account
		get_or_create_customer find_and_replace lock_issue`,
	"": `
		directory_tree manage_notification_subscription manage_repository_notification_subscription
		alerting_manage_rules alerting_manage_routing generate_deeplink run_panel_query execute_sql
		conversations_replies conversations_unreads usergroups_me open_nodes browser_navigate
		browser_tab_new browser_tab_select browser_install browser_wait_for sequentialthinking
		basket x __ think enable2 process_payment handle_ticket sync_calendar resolve-library-id`,
}

func TestTools(t *testing.T) {
	base := Load()
	n := 0
	for want, names := range toolNames {
		for name := range strings.FieldsSeq(names) {
			n++
			access, repeat := base.Tool(name)
			if got := strings.TrimSpace(string(access) + " " + string(repeat)); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
	if n < 150 {
		t.Errorf("only %d names", n)
	}
}

// TestVerbs keeps the table free of words with two meanings: the order of a map would decide.
func TestVerbs(t *testing.T) {
	for word, v := range verbs {
		if word != strings.ToLower(word) || v.access == AccessUnknown {
			t.Errorf("bad verb %q %v", word, v)
		}
	}
	words := 0
	for _, list := range verbGroups {
		words += len(strings.Fields(list))
	}
	if len(verbs) != words {
		t.Errorf("%d words in the groups, %d in the table: a word stands in two groups", words, len(verbs))
	}
}

func TestDeclaredTools(t *testing.T) {
	base := Load().With(Extra{Tools: []ToolRow{
		{Tool: "add_item", Access: Writes, Repeat: RepeatSafe},
		{Tool: "process", Access: Reads},
		{Server: "shop", Tool: "sync", Access: Writes, Repeat: RepeatUnsafe},
		{Server: "bank", Tool: "sync", Access: Reads},
		{Tool: "send", Access: Writes},
	}})
	for _, test := range []struct {
		server, name string
		access       Access
		repeat       Repeat
	}{
		{"", "add_item", Writes, RepeatSafe},
		{"", "shop__add_item", Writes, RepeatSafe},
		{"", "process", Reads, RepeatSafe},
		{"", "sync", AccessUnknown, RepeatUnknown},
		{"", "shop.sync", Writes, RepeatUnsafe},
		{"bank", "sync", Reads, RepeatSafe},
		{"", "mcp__bank__sync", Reads, RepeatSafe},
		{"", "send", Writes, RepeatUnsafe},
		{"", "get_item", Reads, RepeatSafe},
	} {
		access, repeat := base.ToolOn(test.server, test.name)
		if access != test.access || repeat != test.repeat {
			t.Errorf("%s %s: got %q %q", test.server, test.name, access, repeat)
		}
	}
}

func FuzzTool(f *testing.F) {
	f.Add("mcp__shop__add_item")
	f.Add("getÄöX/..__")
	f.Fuzz(func(_ *testing.T, name string) { Load().Tool(name) })
}
