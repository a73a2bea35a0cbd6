;;; -*- lexical-binding: t -*-
;; Run by editors_test.go, in an Emacs that has nothing but the documented set-up. Does by the
;; functions behind the keys what a person would do, and prints what is seen. CLIENT is eglot or
;; lsp-mode.

(setq enable-local-variables nil)

(defun say (what text)
  (princ (format "%s: %s\n" what (replace-regexp-in-string "\n" "\n\t" (substring-no-properties text)))))

(defun until-seen (what get)
  "Print what GET gives once that is a text, and return it."
  (let ((end (+ (float-time) 180)) text)
    (while (and (not (setq text (funcall get))) (< (float-time) end))
      (accept-process-output nil 0.1)
      (sit-for 0.01))
    (say what (or text "NOT SEEN"))
    text))

(defun silenced ()
  (save-excursion
    (goto-char (point-min))
    (and (re-search-forward "^.*//skewlint:ignore.*$" nil t) (match-string 0))))

(defun graph-page ()
  "The text of the page with the graph: in a buffer, or in the file that a message names."
  (or (seq-some (lambda (b) (and (string-match-p "\\`mailing\\.md" (buffer-name b))
                                 (with-current-buffer b (buffer-string))))
                (buffer-list))
      (with-current-buffer (get-buffer-create "*Messages*")
        (save-excursion
          (goto-char (point-min))
          (when (re-search-forward "the graph is in \\(.*\\.md\\)" nil t)
            (let ((file (match-string 1)))
              (with-temp-buffer (insert-file-contents file) (buffer-string))))))))

(defun choose (part)
  "Answer the next question by the offer that has PART in it."
  (setq last-nonmenu-event ?x ; by a key: a mouse would be given a menu
        completing-read-function
        (lambda (_prompt offers &rest _)
          (let ((all (all-completions "" offers)))
            (or (seq-find (lambda (o) (string-match-p part o)) all)
                (error "No %s in %S" part all))))))

(defun with-eglot ()
  (require 'eglot)
  (setq eglot-sync-connect t eglot-connect-timeout 60 eglot-confirm-server-edits nil eglot-confirm-server-initiated-edits nil)
  (eglot-ensure)
  (unless (eglot-managed-p) (call-interactively #'eglot))
  (until-seen "diagnostic"
              (lambda ()
                (flymake-start)
                (seq-some (lambda (d)
                            (let ((text (flymake-diagnostic-text d)))
                              (when (string-match-p "effectbeforepause" text)
                                (goto-char (+ (flymake-diagnostic-beg d) (length "http.")))
                                text)))
                          (flymake-diagnostics))))
  (let ((r (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (say "hover" (eglot--hover-info (plist-get r :contents) (plist-get r :range))))
  (let ((at (point)))
    (save-window-excursion
      (call-interactively #'xref-find-definitions)
      (say "definition" (buffer-file-name)))
    (goto-char at))
  (choose "Silence effectbeforepause")
  (call-interactively #'eglot-code-actions)
  (until-seen "action" #'silenced)
  (goto-char (point-min))
  (search-forward "g.AddNode")
  (choose "show graph mailing")
  (accept-process-output nil 2)
  (call-interactively #'eglot-code-actions)
  (until-seen "graph" #'graph-page))

(defun with-lsp-mode ()
  (require 'lsp-mode)
  (setq lsp-auto-guess-root t lsp-enable-file-watchers nil lsp-restart 'ignore
        lsp-session-file (expand-file-name "lsp-session" (getenv "STATE")) lsp-headerline-breadcrumb-enable nil)
  (lsp)
  (until-seen "diagnostic"
              (lambda ()
                (seq-some (lambda (d)
                            (when (equal (gethash "source" d) "skewlint")
                              (let ((start (gethash "start" (gethash "range" d))))
                                (goto-char (lsp--position-to-point start))
                                (forward-char (length "http.")))
                              (concat (gethash "code" d) " " (gethash "message" d))))
                          (lsp--get-buffer-diagnostics))))
  (until-seen "hover"
              (lambda ()
                (lsp-describe-thing-at-point)
                (when-let ((b (get-buffer "*lsp-help*"))) (with-current-buffer b (buffer-string)))))
  (let ((at (point)) (here (current-buffer)))
    (until-seen "definition"
                (lambda () ; gopls may still be starting
                  (ignore-errors
                    (save-window-excursion
                      (switch-to-buffer here)
                      (lsp-find-definition)
                      (and (not (eq (current-buffer) here)) (buffer-file-name))))))
    (switch-to-buffer here)
    (goto-char at))
  (choose "Silence effectbeforepause")
  (call-interactively #'lsp-execute-code-action)
  (until-seen "action" #'silenced)
  (lsp-lens-mode 1)
  (until-seen "lens"
              (lambda ()
                (seq-some (lambda (o)
                            (let ((text (overlay-get o 'lsp-original)) (before (overlay-get o 'before-string)))
                              (and (stringp (or text before)) (string-match "show graph[^|]*" (or text before))
                                   (match-string 0 (or text before)))))
                          (overlays-in (point-min) (point-max)))))
  (goto-char (point-min))
  (search-forward "g.AddNode")
  (choose "show graph mailing")
  (call-interactively #'lsp-execute-code-action)
  (until-seen "graph" #'graph-page))

(find-file (getenv "AGENT"))
(if (equal (getenv "CLIENT") "eglot") (with-eglot) (with-lsp-mode))
(set-buffer-modified-p nil)
(kill-emacs 0)
