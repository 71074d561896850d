# lightsout puzzle on graph:golden: 5 switches, 4 lights, 2 of them to change
# x[1], x[2], ... are the switches
# presses: at least 2
# presses: at most 3

param switches, integer, >= 0;
param lights, integer, >= 0;
set SWITCHES := 1..switches;
set LIGHTS := 1..lights;
set AROUND{LIGHTS}, within SWITCHES, default {};   # the switches that flip a light
param change{LIGHTS}, binary, default 0;           # 1: the light must be flipped
set FORBIDDEN, within SWITCHES, default {};
set REQUIRED, within SWITCHES, default {};
param at_least, integer, default 0;
param at_most, integer, default switches;

var x{SWITCHES}, binary;                           # 1: the switch is pressed
var d{LIGHTS}, integer, >= 0;                      # pairs of presses that cancel
var nothing, integer, >= 0, <= 0;                  # what a board without switches sums up to

s.t. few: sum{s in SWITCHES} x[s] + nothing <= at_most;
s.t. many: sum{s in SWITCHES} x[s] + nothing >= at_least;
s.t. parity{l in LIGHTS}: sum{s in AROUND[l]} x[s] = 2 * d[l] + change[l];
s.t. forbidden{s in FORBIDDEN}: x[s] = 0;
s.t. required{s in REQUIRED}: x[s] = 1;

minimize presses: sum{s in SWITCHES} x[s];

solve;

data;

param switches := 5;
param lights := 4;
param at_least := 2;
param at_most := 3;
set FORBIDDEN := 5;
set REQUIRED := 4;
set AROUND[1] := 1 2 4;
set AROUND[2] := 1 3 5;
set AROUND[3] := 1 2 3 5;
param change := 1 1 3 1;

end;
