package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// assign copies a decoded TOML value to its destination and notes what does not fit.
func (d *Doc) assign(path string, from any, to reflect.Value) {
	switch to.Kind() {
	case reflect.Struct:
		d.assignStruct(path, from, to)
	case reflect.Map:
		d.assignMap(path, from, to)
	case reflect.Slice:
		d.assignSlice(path, from, to)
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		d.assign(path, from, to.Elem())
	default:
		d.assignScalar(path, from, to)
	}
}

func (d *Doc) assignStruct(path string, from any, to reflect.Value) {
	table, ok := from.(map[string]any)
	if !ok {
		d.mismatch(path, from, "a table")
		return
	}
	fields := map[string]reflect.Value{}
	collectFields(to, fields)
	for key, value := range table {
		at := join(path, key)
		field, ok := fields[key]
		if !ok {
			d.Problem(at, "unknown key %q%s", key, DidYouMean(key, sortedKeys(fields)))
			continue
		}
		d.assign(at, value, field)
	}
}

// collectFields maps TOML keys to the fields of a struct, those of embedded structs included.
func collectFields(v reflect.Value, into map[string]reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			collectFields(v.Field(i), into)
		} else if key := f.Tag.Get("toml"); key != "" && key != "-" {
			into[key] = v.Field(i)
		}
	}
}

func (d *Doc) assignMap(path string, from any, to reflect.Value) {
	table, ok := from.(map[string]any)
	if !ok {
		d.mismatch(path, from, "a table")
		return
	}
	to.Set(reflect.MakeMap(to.Type()))
	for key, value := range table {
		elem := reflect.New(to.Type().Elem()).Elem()
		d.assign(join(path, key), value, elem)
		to.SetMapIndex(reflect.ValueOf(key), elem)
	}
}

func (d *Doc) assignSlice(path string, from any, to reflect.Value) {
	list := reflect.ValueOf(from)
	if list.Kind() != reflect.Slice {
		d.mismatch(path, from, "a list")
		return
	}
	out := reflect.MakeSlice(to.Type(), list.Len(), list.Len())
	for i := range list.Len() {
		d.assign(fmt.Sprintf("%s[%d]", path, i), list.Index(i).Interface(), out.Index(i))
	}
	to.Set(out)
}

func (d *Doc) assignScalar(path string, from any, to reflect.Value) {
	v := reflect.ValueOf(from)
	switch {
	case to.Kind() == reflect.String && v.Kind() == reflect.String,
		to.Kind() == reflect.Bool && v.Kind() == reflect.Bool,
		to.CanInt() && v.CanInt():
		to.Set(v.Convert(to.Type()))
	default:
		d.mismatch(path, from, wanted(to.Kind()))
	}
}

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	default:
		return "a whole number"
	}
}

func (d *Doc) mismatch(path string, from any, want string) {
	d.Problem(path, "%q must be %s, not %s", lastKey(path), want, describe(from))
}

func describe(v any) string {
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map:
		return "a table"
	case reflect.Slice:
		return "a list"
	default:
		return fmt.Sprintf("%#v", v)
	}
}

func lastKey(path string) string {
	path, _, _ = strings.Cut(path[strings.LastIndexByte(path, '.')+1:], "[")
	return path
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func sortedKeys(m map[string]reflect.Value) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
