package keys

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
)

// Program names this program: by the build ID that the linker wrote near the beginning of the file,
// which is another for every other program; if it was told to write none, by a hash of the file.
func Program() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && n == 0 {
		return "", err
	}
	if id := buildID(head[:n]); id != "" {
		return runtime.Version() + " " + id, nil
	}
	h := sha256.New()
	_, _ = h.Write(head[:n])
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// buildID finds the ID: in an ELF file as a note, elsewhere quoted behind a mark. The part behind
// its last slash is a hash of the program itself; an ID without one says only what the program was
// made from.
func buildID(head []byte) string {
	id := noteID(head)
	if id == nil {
		_, rest, _ := bytes.Cut(head, []byte("\xff Go build ID: \""))
		id, _, _ = bytes.Cut(rest, []byte("\"\n \xff"))
	}
	if len(id) < 40 || len(id) > 200 || !bytes.Contains(id, []byte("/")) || bytes.HasSuffix(id, []byte("/")) {
		return ""
	}
	return string(id)
}

// noteID reads the note with the tag 4 and the name "Go".
func noteID(head []byte) []byte {
	const mark = "\x04\x00\x00\x00Go\x00\x00"
	i := bytes.Index(head, []byte(mark))
	if i < 4 {
		return nil
	}
	size, rest := int(binary.LittleEndian.Uint32(head[i-4:])), head[i+len(mark):]
	if size > len(rest) {
		return nil
	}
	return rest[:size]
}
