package eval

// Walk calls f with the data of every object that can be reached from v.
func Walk(v Value, f func(data any)) {
	seen := make(map[Value]bool)
	walk(v, f, seen, 0)
}

func walk(v Value, f func(any), seen map[Value]bool, depth int) {
	if depth > 100 {
		return
	}
	switch v := v.(type) {
	case *Object:
		if !seen[v] {
			seen[v] = true
			f(v.Data)
		}
	case Pointer:
		if !seen[v] {
			seen[v] = true
			walk(v.Cell.V, f, seen, depth+1)
		}
	case *Struct:
		if !seen[v] {
			seen[v] = true
			for _, name := range v.order {
				walk(v.fields[name].V, f, seen, depth+1)
			}
		}
	case *List:
		if !seen[v] {
			seen[v] = true
			walkAll(v.Elems, f, seen, depth)
		}
	case *Map:
		if !seen[v] {
			seen[v] = true
			walkAll(v.Vals, f, seen, depth)
		}
	case Tuple:
		walkAll(v, f, seen, depth)
	case Choice:
		walkAll(v, f, seen, depth)
	case *Func:
		if !seen[v] {
			seen[v] = true
			for _, c := range v.Captures() {
				walk(c.Value, f, seen, depth+1)
			}
		}
	}
}

func walkAll(vs []Value, f func(any), seen map[Value]bool, depth int) {
	for _, v := range vs {
		walk(v, f, seen, depth+1)
	}
}
