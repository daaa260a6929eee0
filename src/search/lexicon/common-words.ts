/*
 * How common words are in skills: the share of a thousand published skills that have the word, rounded down to a step. A
 * library of three skills cannot show by itself that "workflow" says less about a skill than "sourdough". Counts only; a
 * word that is not listed is rarer than the last step.
 */

export const commonWords: readonly { readonly share: number; readonly words: string }[] = [
  {
    share: 0.32,
    words: `
examples
`,
  },
  {
    share: 0.16,
    words: `
add ai api base before best check code command content create data default details environment file first format
generate https id install json key list name new only options output patterns provide quick references required
run scripts set specific start task time tool type url usage user work workflow
`,
  },
  {
    share: 0.08,
    words: `
access across action active after agent always analysis analyze app application apply ask auth authentication
auto automation available build call changes cli common complete config configuration connection constraints
context core curl current custom date dependencies description design development different directly document
domain dont error etc execution existing export feature find focus follow free full github goals handling help
high identify image implementation include input instructions integration issues js limit local log manage
management message mode model multiple node open optimization overview page path per plan post practices process
production project prompt py python query rate read real recommended relevant report request requirements
resources response results return review save scope search security see select send server service setup show
source state status step store structure summary support system target template test text token track true
update validate value variable verification verify version via web without write
`,
  },
  {
    share: 0.04,
    words: `
account actionable actually adding address advanced apis approach appropriate architecture audit authorization
automatically avoid back balance basic between block body both break browser built business cache capabilities
capture cases category cd chat checklists choose clarify claude clean clear client combine complex components
comprehensive confirm container control conversation convert copy correct cost count credentials critical
database day debugging decisions deep define delete deployment detection dev dir directory display docs
documentation done download edge edit email enable end endpoint ensure env event every exact expert explicitly
extract failed false fast fetch fields filter fix flags flow forever found framework function gen git go good
google group guidance guide header here history host hours html human implement import important index info
information instead interact items job keep knowledge language large last latest learning level library license
line link load location logic login long look low main maintain make manual map markdown market match max memory
metadata method metrics minutes missing mit monitoring month multi must network never next non now npm npx
number object once openai operations order os outcomes outside package parameters parse part pass paste
performance platform playbook points prefer prevention price primary principles print priority proactively
problem profile progress proper public purpose python3 quality questions raw ready recent remove rest right risk
role root rules safe safety same scale scan schedule schema seconds secret section self session settings sh
share sign simple single size small solution specializing specify standard stop storage strategies string
studios style success suggest table tags take team technical through tiers title top topic total trigger twitter
ui understand unrelated v1 view vs website why zero
`,
  },
  {
    share: 0.02,
    words: `
above accept admin against alerts alignment allow already alternatives amount analytics another answer anti
append approval archive areas args arguments array assessment assets assistant async attachments audio automatic
await backend background batch bearer behavior below better bin bot boundaries branch brief budget bug bundle
button calculate cannot cat cause chain channel characters ci class click close cloud codebase collection color
comments commit communication company comparison compliance concepts consider consistent console const contact
continue contract conventions cover coverage creation criteria cross daily dashboard describe determine device
disable discover discovery distributed docker doesnt down draft driven due duplicate duration during dynamic
early echo efficient elements embedding engineer enter entry establish estimate evaluate everything expected
experience explain explore external failures fallback feedback final findings folder force form friendly
frontend future gap gateway gather generator generic give global gpt grep guidelines happens head health hello
home hook however identity ids ignore immediately impact improve infrastructure init initial initialize
injection insights instance intent interactive interface internal io ip javascript jq keyword know known label
later launch layer layout length let light live llm localhost loop mac machine major many mark master matters
may mcp meaning media medium meeting mentions might migration min minimal mobile modern modify modules move
native natural navigation normal notifications null oauth off opportunities organization original override own
owner parallel params password payment pdf pending people permissions personal phase pick pip pipeline plain png
policy port position possible powered pre preferences prefix prepare prerequisites present preserve preview
previous prioritize private pro proceed professional programming properties propose protection protocol publish
pull push quote range re react readable reasoning receive record red reduce refactoring refresh register related
release remember rendering repeat replace reply repo repository research resolution resolve retrieval retry
route runtime sample say score sdk semantic sensitive separate severity shell short side signals signature
similar site skip slow smart social something sort space speed split src stack stage static stays still stream
submit summarize switch sync syntax techniques telegram tell term terminal things thinking three threshold
timeout timestamp tips tmp today too toolkit trade transaction transform tree trending troubleshooting trust try
ts turn two txt typescript under unique unit unless until upload username utility var video visual voice volume
vulnerabilities wait wallet warning watch week weekly weight well window wins within word workspace world wrong
yaml year yes
`,
  },
];
