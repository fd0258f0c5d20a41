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

// temperaments are opponents of middling strength that differ in manner. They
// play by the policy with numbers that no one would call wise.
var temperaments = []Player{
	{"cautious", Temperament, Quick{tuned.with(func(p *params) { p.hurry, p.tempo = 7, -2.5 })}},
	{"bold", Temperament, Quick{tuned.with(func(p *params) { p.hurry, p.tempo = -7, 2.5 })}},
	{"collector", Temperament, Quick{tuned.with(func(p *params) { p.pairs, p.turnsLow = 6, 1 })}},
	{"spoiler", Temperament, Quick{tuned.with(func(p *params) { p.deny, p.choice = 3, -1 })}},
	{"dreamer", Temperament, Quick{tuned.with(func(p *params) { p.price0, p.price1 = .9, 0 })}},
}

// with returns a copy of p that has been changed.
func (p params) with(change func(p *params)) *params {
	change(&p)
	return &p
}
