/*
 * What skills do, in the words that authors use for it: each line is one action, its first word the name. A word may be
 * in several lines; an underscore joins two words.
 */

export const actionGroups = `
write create draft generate author compose produce prepare craft make add build turn formulate pen
build construct assemble compile make develop implement code
fix repair resolve debug diagnose troubleshoot investigate recover unstick heal cure solve remedy rescue correct patch
investigate diagnose find_out trace locate dig explore why cause root_cause analyse analyze
review audit critique inspect assess evaluate examine feedback check verify judge go_through look_over vet scrutinise scrutinize
tune optimise optimize improve accelerate speed faster speed_up enhance boost make_faster quicken
reduce shrink lower cut minimise minimize trim decrease smaller slim lighten save
explain describe clarify teach illustrate walk_through interpret make_sense
convert transform export port turn_into translate change_into transcode render
migrate upgrade move port switch transition bump modernise modernize update raise
merge combine join concatenate unite consolidate unify stitch bring_together
split divide separate chop break_up cut slice partition
summarise summarize condense digest recap shorten distil distill boil_down synthesise synthesize sum_up outline
test verify validate exercise check prove try_out cover
deploy ship rollout roll_out launch release publish go_live push
find search locate discover look_up detect spot identify seek retrieve
design architect outline model sketch draw lay_out shape
remove delete prune clean tidy purge drop strip get_rid clear wipe eliminate erase
clean tidy normalise normalize sanitise sanitize cleanse wrangle scrub standardise standardize clean_up unify repair
monitor watch track observe follow keep_eye surveil measure
fill populate complete fill_in fill_out enter
send notify deliver dispatch mail remind alert ping message
fetch download scrape crawl collect gather harvest pull retrieve extract grab import get
extract parse read pull_out take_out mine recognise recognize capture scan
translate localise localize internationalise internationalize interpret
encrypt decrypt cipher protect seal
sign certify attest
install configure setup set_up provision scaffold bootstrap initialise initialize enable prepare host
schedule plan organise organize arrange timetable calendar coordinate book work_out
book reserve order buy purchase
refine polish proofread edit improve rewrite rephrase reword copyedit correct
reply respond answer write_back
compare contrast diff benchmark weigh choose select pick
rank prioritise prioritize order score rate sort
rename restructure refactor reorganise reorganize rework simplify clean_up
compress shrink minify slim zip squeeze optimise optimize
resize crop rotate scale
transcribe dictate caption subtitle speech_to_text
publish announce post share broadcast release
rebase squash reword clean_up
bisect pinpoint
backup back_up dump archive snapshot save
restore recover roll_back rollback revert bring_back undo
scan detect check_for look_for hunt
sort classify categorise categorize label triage group tag sort_out assign
calculate compute estimate work_out count quantify size project forecast predict figure_out
analyse analyze study examine evaluate dissect
visualise visualize plot chart graph draw diagram display
record log note capture document write_down register
document describe annotate comment explain
teach train coach tutor instruct educate learn practise practice study rehearse
negotiate bargain persuade
research study survey investigate explore look_into
simulate mimic emulate mock fake imitate
automate script schedule
secure harden protect lock_down safeguard
rotate renew replace refresh invalidate revoke
limit throttle restrict cap
query ask request
connect link integrate hook_up wire bridge sync synchronise synchronize
share distribute hand_over pass_on
protect guard prevent avoid stop
approve accept sign_off
welcome onboard introduce
archive file store keep
cook bake prepare
exercise work_out train
suggest recommend propose advise
brainstorm ideate invent come_up
play stream listen
control operate steer switch toggle
trade buy sell swap
`;
