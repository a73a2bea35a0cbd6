package load

import (
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/skewlint/skewlint/internal/driver/decls"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// each calls f for every item, as many at once as the gate lets through, until it is over.
func each[T any](l *loader, items []T, f func(T)) {
	var wg sync.WaitGroup
	for _, item := range items {
		if l.over() {
			break
		}
		l.gate <- struct{}{}
		wg.Go(func() {
			defer func() { <-l.gate }()
			f(item)
		})
	}
	wg.Wait()
}

// parseAnalysed parses analysed packages in full.
func (l *loader) parseAnalysed() {
	var all []*fullPackage
	for _, p := range l.list {
		if f := l.full[p.ID]; f != nil {
			all = append(all, f)
		}
	}
	each(l, all, l.survey)
}

// maxSyntax is how many bytes of source are kept as syntax until their package's turn comes. Syntax
// takes fifteen times as much, and of a large program most would only wait.
const maxSyntax = 1 << 20

// survey finds what a package uses of others. It keeps the syntax as long as there is room, and else
// the package is parsed again at its turn, which costs a few hundredths of a run. Which packages
// come first decides who has room, and nothing else.
func (l *loader) survey(f *fullPackage) {
	size := int64(0)
	for _, filename := range f.listed.Files() {
		if text, ok := l.overlay[filename]; ok {
			size += int64(len(text))
		} else if info, err := os.Stat(filename); err == nil {
			size += info.Size()
		}
	}
	f.size, f.uses = size, decls.Imports{}
	if l.waiting.Add(size) <= maxSyntax {
		l.parseFull(f)
		for _, file := range f.files {
			f.uses.Add(decls.Uses(file, l.namer(f.listed)))
		}
		return
	}
	for _, filename := range f.listed.Files() {
		if src, err := l.readFile(filename, nil); err == nil {
			if file, _ := parser.ParseFile(token.NewFileSet(), filename, src, parser.SkipObjectResolution); file != nil {
				f.uses.Add(decls.Uses(file, l.namer(f.listed)))
			}
		}
	}
}

// parseFull parses a package, with comments.
func (l *loader) parseFull(f *fullPackage) {
	f.syntax = nil
	for _, filename := range f.listed.Files() {
		src, err := l.readFile(filename, nil)
		if err != nil {
			f.syntax = append(f.syntax, syntaxErrors(f.listed, filename, err)...)
			continue
		}
		file, err := parser.ParseFile(l.fset, filename, src, parser.ParseComments|parser.SkipObjectResolution)
		if file != nil {
			f.files = append(f.files, file)
		}
		f.syntax = append(f.syntax, syntaxErrors(f.listed, filename, err)...)
	}
}

// readFile reads a file of the overlay or of the disk, into buf if that has the room. The caller may
// change what it gets.
func (l *loader) readFile(filename string, buf []byte) ([]byte, error) {
	if text, ok := l.overlay[filename]; ok {
		return append(buf[:0], text...), nil
	}
	f, err := os.Open(filename)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return readAll(f, slices.Grow(buf[:0], int(info.Size())+1))
}

// readAll reads to the end, which is where the size says unless somebody writes.
func readAll(r io.Reader, buf []byte) ([]byte, error) {
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case errors.Is(err, io.EOF):
			return buf, nil
		case err != nil:
			return nil, err
		}
		buf = slices.Grow(buf, 1)
	}
}

func syntaxErrors(p *golist.Package, filename string, err error) []Error {
	if err == nil {
		return nil
	}
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []Error{{Package: p.ID, File: filename, Message: err.Error()}}
	}
	var out []Error
	for _, e := range list {
		out = append(out, Error{Package: p.ID, File: e.Pos.Filename, Line: e.Pos.Line, Column: e.Pos.Column, Message: e.Msg})
	}
	return out
}

// request asks for names of one package.
type request struct {
	listed *golist.Package
	names  decls.Names
	read   *decls.Package
	needs  decls.Imports // the answer: what the declarations need in turn
}

// readNeeded reads the declarations that analysed packages need, level by level: what is found
// needed on one level is read on the next.
func (l *loader) readNeeded() map[string]*decls.Package {
	read := map[string]*decls.Package{}
	next := map[string]decls.Names{}
	for _, f := range l.full {
		l.merge(next, f.listed, f.uses)
	}
	for id := range l.declared {
		if next[id] == nil {
			next[id] = decls.Names{}
		}
	}
	for len(next) > 0 {
		level := make([]*request, 0, len(next))
		for id, names := range next {
			level = append(level, &request{listed: l.byID[id], names: names, read: read[id]})
		}
		each(l, level, func(r *request) { l.answer(r) })
		next = map[string]decls.Names{}
		for _, r := range level {
			read[r.listed.ID] = r.read
			l.merge(next, r.listed, r.needs)
		}
	}
	return read
}

func (l *loader) answer(r *request) {
	first := r.read == nil
	if first {
		parse := decls.Parse
		if l.whole || l.declared[r.listed.ID] {
			parse = decls.ParseAll
		}
		r.read = parse(l.fset, r.listed.Files(), l.namer(r.listed), l.readFile)
	}
	switch {
	case !l.whole && l.declared[r.listed.ID]:
		if first {
			r.needs = r.read.NeedAll()
		}
	case !l.whole:
		r.needs = r.read.Need(r.names)
	case first:
		r.needs = r.read.NeedWhole()
	}
}

// merge adds what a package needs to the requests of the next level.
func (l *loader) merge(next map[string]decls.Names, from *golist.Package, needs decls.Imports) {
	for path, names := range needs {
		id := from.Resolve(path)
		dep := l.byID[id]
		if dep == nil || path == "unsafe" || l.full[id] != nil || l.order[id] > l.order[from.ID] {
			continue
		}
		if next[id] == nil {
			next[id] = decls.Names{}
		}
		for name := range names {
			next[id][name] = true
		}
	}
}

// namer gives the names of the packages that p imports.
func (l *loader) namer(p *golist.Package) decls.Namer {
	return func(path string) string {
		if dep := l.byID[p.Resolve(path)]; dep != nil && dep.Name != "" {
			return dep.Name
		}
		return decls.PathName(path)
	}
}
