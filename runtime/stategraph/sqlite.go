package stategraph

// The default store. The import stands alone in this file and is blank, so
// that tools which only read types need not load the driver.
import _ "github.com/dbos-inc/dbos-transact-golang/dbos/driver/sqlite"
