#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# recording.sh STOWAGE FILE OUT.gif: the recording of README. A real window on a virtual screen, real clicks; a frame is
# taken once the window shows what each click does, however slow the machine is; the pointer is drawn on it.
set -eu
program=$(realpath "$1") file=$(realpath "$2") out=$3
width=1280 height=800
folder=$(mktemp -d)
display=:$((200 + $$ % 700))
HOME=$folder/home
export HOME
mkdir -p "$HOME/.config/stowage" "$folder/frames"
printf '[window]\ntheme=1\n' >"$HOME/.config/stowage/stowage.conf"
Xvfb $display -screen 0 ${width}x$height"x24" >/dev/null 2>&1 &
server=$!
window=
trap 'kill $window $server 2>/dev/null || true; rm -rf "$folder"' EXIT
sleep 1
DISPLAY=$display
export DISPLAY
"$program" "$file" >/dev/null 2>&1 &
window=$!
id=$(timeout 60 xdotool search --sync --onlyvisible --pid $window | tail -1)
sleep 4
xdotool windowmove "$id" 0 0 windowsize "$id" $width $height
xdotool windowfocus "$id"
sleep 3

x=640 y=780 count=0
delays=
frame() {  # frame HUNDREDTHS: what is seen, for so long
  count=$((count + 1))
  picture=$folder/frames/$(printf %03d $count).png
  import -window root "$picture"
  convert "$picture" -fill white -stroke black -draw \
    "polygon $x,$y $x,$((y + 17)) $((x + 4)),$((y + 13)) $((x + 7)),$((y + 19)) $((x + 10)),$((y + 18)) $((x + 7)),$((y + 12)) $((x + 12)),$((y + 12))" \
    "$picture"
  delays="$delays -delay $1 $picture"
}
go() {  # go X Y: the pointer moves there, in three frames
  from_x=$x from_y=$y
  for step in 1 2 3; do
    x=$((from_x + ($1 - from_x) * step / 3)) y=$((from_y + ($2 - from_y) * step / 3))
    xdotool mousemove $x $y
    sleep 0.1
    frame 6
  done
}
seen() {
  import -window root rgb:- | md5sum
}
look() {  # look HUNDREDTHS: until the last action shows and all is drawn, then for so long
  tries=0
  until now=$(seen) && [ "$now" != "$before" ] || [ $tries -ge 40 ]; do
    tries=$((tries + 1))
    sleep 0.25
  done
  before=
  while [ "$now" != "$before" ]; do
    before=$now
    sleep 1
    now=$(seen)
  done
  frame "$1"
}

before=$(seen)
frame 150
# Another strategy, then the best one again.
go 1000 211
xdotool click 1
look 160
go 1000 131
xdotool click 1
look 80
# A tensor, in every view; the inspector comes to the front and says why it lies there.
go 813 303
look 150
xdotool click 1
look 250
# A baseline, then what would need less memory: one more sync, which was measured, is applied.
xdotool key ctrl+b
go 957 759
xdotool click 1
sleep 3
look 150
go 1060 568
xdotool click 1
look 180
go 960 640
xdotool click 1
sleep 1
look 220
# Before and after.
xdotool key F9
look 280
# One palette for all frames: pixels that do not change take no bytes.
convert "$folder"/frames/*.png -sample 40% -append +dither -colors 120 -unique-colors "$folder/palette.png"
# shellcheck disable=SC2086  # a word each
convert -loop 0 $delays +dither -remap "$folder/palette.png" -layers Optimize "$out"
