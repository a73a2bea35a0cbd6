package knowledge

// HTTPMethod says what a request with the method does, by the definitions of RFC 9110 section
// 9.2: safe methods read, idempotent ones may be repeated, POST and PATCH apply twice. The empty
// method is GET, as in net/http. Other methods are unknown.
func HTTPMethod(method string) (Access, Repeat) {
	switch method {
	case "", "GET", "HEAD", "OPTIONS", "TRACE":
		return Reads, RepeatSafe
	case "PUT", "DELETE":
		return Writes, RepeatSafe
	case "POST", "PATCH":
		return Writes, RepeatUnsafe
	default:
		return AccessUnknown, RepeatUnknown
	}
}
