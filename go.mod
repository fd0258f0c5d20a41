module birdie

go 1.26
