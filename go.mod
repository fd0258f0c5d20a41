module birdie

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/nicksnyder/go-i18n/v2 v2.7.0
	golang.org/x/text v0.44.0
)
