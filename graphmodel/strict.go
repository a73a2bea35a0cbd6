package graphmodel

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// maxDepth bounds how deep values may be nested; only bindings nest without bound.
const maxDepth = 100

// checkKeys compares the keys of a JSON text with those that a type has. encoding/json can refuse
// unknown keys too, but it does not say where one stands, takes keys in any case, and lets the
// last of two equal keys win.
func checkKeys(data []byte, like any) error {
	k := &keyChecker{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	k.dec.UseNumber()
	if err := k.value(reflect.TypeOf(like), "", 0); err != nil {
		return err
	}
	if _, err := k.dec.Token(); !errors.Is(err, io.EOF) {
		return k.errorf("", "text behind the end")
	}
	return nil
}

type keyChecker struct {
	data []byte
	dec  *json.Decoder
}

func (k *keyChecker) errorf(path, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if path != "" {
		text = path + ": " + text
	}
	return fmt.Errorf("%s: %s", place(k.data, k.dec.InputOffset()), text)
}

func (k *keyChecker) token(path string) (json.Token, error) {
	tok, err := k.dec.Token()
	if errors.Is(err, io.EOF) {
		return nil, k.errorf(path, "the text ends too early")
	} else if err != nil {
		return nil, k.errorf(path, "%v", err)
	}
	return tok, nil
}

// value checks one value against a type.
func (k *keyChecker) value(t reflect.Type, path string, depth int) error {
	if depth > maxDepth {
		return k.errorf(path, "nested deeper than %d", maxDepth)
	}
	tok, err := k.token(path)
	if err != nil {
		return err
	}
	if t.Kind() == reflect.Pointer { // what is optional
		t = t.Elem()
	}
	isText := reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	switch {
	case tok == nil:
		return k.errorf(path, "null is no value")
	case tok == json.Delim('{') && t.Kind() == reflect.Struct:
		return k.object(t, path, depth)
	case tok == json.Delim('[') && t.Kind() == reflect.Slice:
		return k.array(t, path, depth)
	case t.Kind() == reflect.Struct:
		return k.errorf(path, "want an object")
	case t.Kind() == reflect.Slice:
		return k.errorf(path, "want a list")
	}
	text, isString := tok.(string)
	if want := isText || t.Kind() == reflect.String; want != isString {
		return k.errorf(path, "want a %s", map[bool]string{true: "string", false: "number"}[want])
	}
	if isText {
		if err := reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			return k.errorf(path, "%v", err)
		}
	}
	return nil
}

func (k *keyChecker) array(t reflect.Type, path string, depth int) error {
	for i := 0; k.dec.More(); i++ {
		if err := k.value(t.Elem(), fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
			return err
		}
	}
	_, err := k.token(path)
	return err
}

func (k *keyChecker) object(t reflect.Type, path string, depth int) error {
	types := keysOf(t)
	seen := make(map[string]bool, len(types))
	for k.dec.More() {
		tok, err := k.token(path)
		if err != nil {
			return err
		}
		key, _ := tok.(string)
		at := strings.TrimPrefix(path+"."+key, ".")
		field, known := types[key]
		if !known {
			return k.errorf(at, "unknown key (known are %s)", strings.Join(sortedKeys(types), ", "))
		}
		if seen[key] {
			return k.errorf(at, "the key was given before")
		}
		seen[key] = true
		if err := k.value(field, at, depth+1); err != nil {
			return err
		}
	}
	_, err := k.token(path)
	return err
}

// keysOf gives the JSON keys of a struct type with the types of their values.
func keysOf(t reflect.Type) map[string]reflect.Type {
	keys := make(map[string]reflect.Type, t.NumField())
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys[name] = f.Type
	}
	return keys
}

func sortedKeys(m map[string]reflect.Type) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
