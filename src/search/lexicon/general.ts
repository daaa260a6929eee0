/*
 * Words of everyday English that authors exchange for each other when they describe a skill: each line is one concept, its
 * first word the name. What a skill is about is in the subjects; these say how it is, when, how much and for whom.
 */

export const generalGroups = `
quick fast rapid speedy swift prompt instant
big large huge heavy oversized bulky
small tiny little minor compact short
wrong incorrect faulty false invalid bad
right correct valid proper accurate
important critical key essential vital crucial main
old previous former past last earlier prior
new fresh recent latest newest
broken failing failed red
empty missing absent lacking blank none without
timeline timetable schedule calendar plan
summary overview outline digest synopsis
trouble problem issue difficulty
rule guideline convention standard policy norm
size dimension length weight
step stage phase
finished done complete ready closed
progress under_way ongoing underway
blocked stuck waiting
next planned upcoming coming
cheap inexpensive affordable low_cost
expensive costly pricey
risk risky danger hazard threat
harmful bad unfavourable unfavorable disadvantage
people person human somebody
owner responsible assignee
colleague teammate coworker peer
manager boss lead supervisor
company business firm organisation organization enterprise
department unit division
stranger outsider newcomer beginner
beginner novice newbie
expert specialist professional senior
confusing unclear misleading ambiguous vague
clear readable understandable plain simple
repetitive boilerplate duplicate
unnecessary superfluous redundant needless useless unneeded wasted
forgotten neglected overlooked abandoned stale
hidden secret invisible concealed
public open visible
private confidential internal sensitive
local offline own_machine laptop
remote online hosted
automatic automated unattended hands_off
manual by_hand manually
daily every_day nightly
weekly every_week week
monthly every_month month
annual yearly year
morning breakfast
evening night tonight
hour hours minute minutes time duration
deadline due date
reason cause why origin
result outcome output consequence
goal aim target objective purpose
idea concept thought suggestion
question query doubt
evidence proof reference source
difference diff delta change
similar alike same equal
match correspond fit
list table inventory
group cluster bucket category
part piece section chapter
page sheet screen
text prose wording copy
sentence line paragraph
word term expression vocabulary
name title label heading
picture photo image visual
colour color shade hue
shape form layout
place location site spot
address location
area region zone
country nation
language tongue idiom
foreign international abroad
travel trip journey tour
food meal dish
drink beverage
plant crop vegetable flower
animal pet
child kid pupil
teacher tutor instructor
student learner trainee
doctor physician
money budget cash funds
price cost fee charge rate
payment transaction transfer
debt owed overdue
discount rebate coupon
profit revenue income earnings
loss deficit
growth increase rise
decrease decline drop reduction
limit cap maximum quota budget
minimum floor least
average mean median
total sum
percentage ratio share rate
error_rate failures
warning caution notice
message notification note
request ask enquiry inquiry
approval permission consent
refusal rejection denied
promise commitment guarantee
quality standard
speed pace velocity
strength power
weakness flaw shortcoming gap
strict rigid
flexible adaptable
safe secure harmless
dangerous unsafe risky insecure
healthy sound green
sick ill unhealthy
alive running active up
dead down stopped gone
full complete whole entire
partial incomplete
raw unprocessed original
temporary short_lived ephemeral
permanent persistent lasting
random arbitrary
ordered sorted ranked
nested hierarchical
shared common joint
unique distinct
custom bespoke tailored personalised personalized
default standard usual
popular common frequent often
rare seldom uncommon
first initial earliest
final last end
top best leading
noise clutter mess
mess messy dirty untidy
neat tidy clean
draft rough preliminary
formal official
casual informal friendly
polite courteous
angry upset frustrated unhappy
happy satisfied pleased
surprising unexpected strange odd
obvious apparent
helpful useful
boring dull
pretty beautiful nice
ugly plain
paper sheet document
letter note message
box container
tool utility program
machine computer device laptop
phone mobile smartphone
screen display monitor
camera photo
sound noise audio
light lamp lighting
heat warm temperature heating
cold cool frost
water rain
fire emergency
door entrance
road street route
`;
