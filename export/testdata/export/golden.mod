# lightsout puzzle on graph:golden: 5 switches, 4 lights, 2 of them to change
# x[1], x[2], ... are the switches
# presses: at least 2
# presses: at most 3

param switches, integer, >= 0;
param lights, integer, >= 0;
param extra, integer, >= 0, default 0;             # further variables, after the switches
set SWITCHES := 1..switches;
set LIGHTS := 1..lights;
set EXTRA := switches + 1..switches + extra;
set AROUND{LIGHTS}, within SWITCHES union EXTRA, default {};   # the variables that flip a light
param change{LIGHTS}, binary, default 0;           # 1: the light must be flipped
set FORBIDDEN, within SWITCHES, default {};
set REQUIRED, within SWITCHES, default {};
param at_least, integer, default 0;
param at_most, integer, default switches;

# Presses cancel in pairs. How many pairs is a number in binary, at most half of the presses.
param bits{l in LIGHTS}, integer := min{k in 0..31: 2 ** k > (card(AROUND[l]) - change[l]) / 2} k;

var x{SWITCHES union EXTRA}, binary;               # 1: the switch is pressed
var d{l in LIGHTS, k in 1..bits[l]}, binary;
var nothing, integer, >= 0, <= 0;                  # what a board without switches sums up to

s.t. few: sum{s in SWITCHES} x[s] + nothing <= at_most;
s.t. many: sum{s in SWITCHES} x[s] + nothing >= at_least;
s.t. parity{l in LIGHTS}: sum{s in AROUND[l]} x[s] = sum{k in 1..bits[l]} 2 ** k * d[l,k] + change[l];
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
