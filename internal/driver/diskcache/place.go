package diskcache

import (
	"fmt"
	"os"
	"path/filepath"
)

// Variable names the environment variable that says which folder the cache is in, or off.
const Variable = "SKEWLINT_CACHE"

// FromEnv opens the cache that the environment asks for: of the folder in [Variable], or of skewlint's
// in the user's folder for caches. There is none if the variable says off, or if an account has no
// home; then it is nil.
func FromEnv(getenv func(name string) string) (*Cache, error) {
	switch dir := getenv(Variable); {
	case dir == "off":
		return nil, nil
	case dir != "" && !filepath.IsAbs(dir):
		return nil, fmt.Errorf("%s=%s is not a full name of a folder; off is to keep nothing", Variable, dir)
	case dir != "":
		return Open(dir), nil
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return nil, nil //nolint:nilerr // as the comment above says
	}
	return Open(filepath.Join(base, "skewlint")), nil
}
