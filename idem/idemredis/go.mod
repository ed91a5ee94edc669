module github.com/asixto/go-sdk/idem/idemredis

go 1.26.0

require (
	github.com/asixto/go-sdk v0.0.0
	github.com/redis/go-redis/v9 v9.23.0
)

replace github.com/asixto/go-sdk => ../..
