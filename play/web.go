//go:build !js

package play

import (
	"embed"
	"io/fs"
)

//go:generate go run ./campaign web/campaign.json

//go:embed web
var embedded embed.FS

// Web is the files of the page.
func Web() fs.FS {
	web, err := fs.Sub(embedded, "web")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return web
}
