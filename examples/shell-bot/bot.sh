#!/bin/sh
# A bot for `birdie arena --program`: it draws, discards, and turns up its next
# card. docs/bot-protocol.md describes what it reads and writes.
while read -r line; do
	case $line in
	*'"hello":'*)
		echo '{"hello":"birdie-bot","version":1}'
		continue
		;;
	*'"draw"'*) action=draw ;;
	*'"discard"'*) action=discard ;;
	*)
		action=${line#*'"legal":["'}
		action=${action%%'"'*}
		;;
	esac
	id=${line#*'"id":'}
	echo "{\"id\":${id%%,*},\"action\":\"$action\"}"
done
