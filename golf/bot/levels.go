package bot

// levels are the opponents by strength, weakest first.
var levels = []Player{
	{"beginner", Level, Erratic{Bot: EV1{}, Rate: .35}},
	{"easy", Level, Erratic{Bot: EV1{}, Rate: .12}},
	{"medium", Level, EV1{}},
	{"hard", Level, Quick{&tuned}},
	{"expert", Level, Search{&tuned, 300}},
	{"strong", Level, Search{&tuned, 1500}},
}

// temperaments are opponents of middling strength that differ in manner.
var temperaments = []Player{}
