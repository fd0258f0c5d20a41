module birdie/web/build

go 1.26.0

require (
	birdie v0.0.0
	github.com/andybalholm/brotli v1.3.0
	github.com/evanw/esbuild v0.28.2
)

require (
	github.com/BurntSushi/toml v1.6.0 // indirect
	github.com/nicksnyder/go-i18n/v2 v2.7.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace birdie => ../..
