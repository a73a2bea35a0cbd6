package knowledge

import (
	"regexp"
	"strings"
)

var (
	sqlComment = regexp.MustCompile(`(?s)--[^\n]*|/\*.*?\*/`)
	sqlQuoted  = regexp.MustCompile(`(?s)'(?:[^']|'')*'`)
	sqlWord    = regexp.MustCompile(`[A-Za-z]+`)
)

// SQLStatement says what an SQL text does, by its verbs. It is for texts that are constants in
// source: calls named Query run "INSERT ... RETURNING" as well. Statements that change what they
// find (UPDATE, MERGE, calls) are writes that may or may not be safe to repeat.
func SQLStatement(text string) (Access, Repeat) {
	text = sqlQuoted.ReplaceAllString(sqlComment.ReplaceAllString(text, " "), "''")
	words := sqlWord.FindAllString(strings.ToUpper(text), -1)
	if len(words) == 0 {
		return AccessUnknown, RepeatUnknown
	}
	joined := " " + strings.Join(words, " ") + " "
	switch first := words[0]; {
	case strings.Contains(text, ";") && strings.TrimSpace(text[strings.Index(text, ";")+1:]) != "":
		return AccessUnknown, RepeatUnknown // several statements
	case first == "SELECT" && !strings.Contains(joined, " INTO ") || first == "SHOW" || first == "VALUES":
		return Reads, RepeatSafe
	case first == "INSERT" && strings.Contains(joined, " ON CONFLICT DO NOTHING "):
		return Writes, RepeatUnknown // safe when the conflict is on a stable key
	case first == "INSERT" && !strings.Contains(joined, " ON "):
		return Writes, RepeatUnsafe
	case first == "DELETE", first == "TRUNCATE", first == "DROP":
		return Writes, RepeatSafe
	case first == "INSERT", first == "UPDATE", first == "MERGE", first == "REPLACE", first == "CREATE", first == "ALTER":
		return Writes, RepeatUnknown
	default:
		return AccessUnknown, RepeatUnknown // WITH, EXPLAIN, CALL and the like: would need a parser
	}
}
