/*
 * What skills about offices, companies, teaching, money and law are about: each line is one concept, its first word the
 * name. A word may be in several lines, because most have several meanings; an underscore joins two words.
 */

export const officeGroups = `
meeting call standup conversation session
transcript recording interview_notes
minutes note notes protocol summary record_of_meeting
decision agreed agree agreement outcome
task todo action_item action_items ticket assignment to_do chore
deadline due due_date date
agenda programme program topics
email mail inbox message correspondence
newsletter bulletin mailing
reply response answer
signature footer esign sign
slide slides deck presentation powerpoint pptx keynote
document docx word doc paperwork paper
pdf acroform portable_document document
form questionnaire application_form fillable input field
report reporting write_up
weekly week past_week last_week
status status_update status_report progress
roadmap milestone backlog plan strategy
sprint scrum kanban agile
story stories user_story requirement requirements acceptance
estimate estimation story_points effort sizing
retro retrospective lessons_learned
stakeholder management executive
team group colleagues crew
onboarding newcomer newcomers new_hire new_employee starter joiner first_day
interview candidate questionnaire questions intake conversation job_interview
hiring recruiting recruitment applicant
resume cv curriculum_vitae
job vacancy position posting advert role opening
cover_letter application_letter motivation_letter letter application
salary payroll compensation wage pay
performance_review appraisal feedback
leave holiday vacation absence
handover hand_over handoff takeover
customer client buyer shopper user
complaint dissatisfied angry ticket support_request issue
support helpdesk help_desk customer_service ticket
refund return chargeback
feedback user_feedback review reviews
survey poll questionnaire form feedback
persona audience segment
userresearch user_research user_interview user_interviews customer_interview research_round
quote verbatim own_words offer estimate proposal
competitor competition rival
market industry sector
pricing price price_list tariff
sales lead prospect crm pipeline deal
cold_email outreach cold_outreach
proposal offer quotation bid
negotiation bargaining
campaign ad ads advertisement advertising
social tweet post
content copy copywriting text
headline title subject_line
tone voice_style style
grammar spelling proofread proofreading typo typos punctuation
translation language locale i18n l10n localisation localization multilingual
glossary terminology terms dictionary vocabulary
paper publication journal_article academic scientific
citation reference bibliography bibtex source
literature literature_review related_work papers research
abstract summary
experiment lab study trial ab_test variant
hypothesis significance p_value theory
lesson lecture course curriculum class teaching
student pupil learner
quiz exam test_questions multiple_choice test questions
flashcard flashcards anki spaced_repetition vocabulary deck memorise memorize
homework assignment exercise_sheet
grade grading marking rubric
essay_feedback feedback
invoice bill billing payment_request
receipt bill voucher proof_of_purchase
expense expenses spending reimbursement claim costs
reminder dunning overdue unpaid alarm notification
budget finance financial money spending_plan household_budget finances
accounting bookkeeping ledger accounts
bank statement account transaction
tax taxes vat deduction tax_return return
cost costs spend waste savings bill spending
investment portfolio stock share fund
crypto bitcoin blockchain wallet
currency exchange exchange_rate
insurance policy_cover claim coverage policy
contract agreement nda terms clause deal
legal law lawyer attorney
clause term provision paragraph section
liability indemnity
trademark copyright patent
policy rule guideline
event conference workshop offsite gathering gala party meetup message stream
venue location place room
invitation invite guest rsvp
calendar appointment event schedule slot date
inventory stock warehouse_stock
shipping delivery parcel logistics shipment
order purchase purchase_order checkout
supplier vendor procurement
product catalogue item article sku
shop store ecommerce online_shop
payment checkout stripe
subscription recurring plan
manufacturing production factory
quality qa inspection problem clean dirty mess sanity trust
safety hazard
checklist list to_do_list steps
template boilerplate skeleton
snippet example
presentation slide deck talk pptx powerpoint keynote speech lecture
speaker presenter speaker_notes lecturer
audience listener viewer reader
storyboard outline plot structure
whitepaper white_paper report memo paper study brief
manuscript paper article submission preprint study publication
peerreview peer_review referee reviewer review_report journal
novelty originality contribution
soundness rigour rigor validity methodology
branding brand logo mark visual_identity corporate_design wordmark trademark identity
brief briefing intake requirement questionnaire
designer creative agency freelancer
typeface font type lettering typography
financialmodel financial_model forecast projection business_plan cash_flow runway
email_campaign newsletter drip mailing_list
inbox mailbox mail
unsubscribe opt_out
thread conversation discussion
chat message messenger
announcement notice news
followup follow_up next_step action_item
standup daily status
okr objective goal key_result
launch go_to_market release rollout
pitch investor_deck fundraising startup
termsheet term_sheet investment
landingpage landing_page hero conversion
copy marketing_text slogan tagline claim
advert ad banner creative
influencer creator
hashtag caption post
keyword search_term query
backlink link_building
funnel conversion checkout drop_off
churn cancel retention leave
cohort segment retention
nps satisfaction csat rating
faq help_article knowledge_base help_center
runbook playbook procedure sop how_to
documentation docs manual handbook wiki
tutorial walkthrough lesson how_to guide
prototype mockup wireframe proof_of_concept
requirement spec specification user_story acceptance_criteria
reimbursement expense claim travel_cost refund
payslip payroll
bookkeeping accounting ledger journal_entry
reconcile reconciliation match bank_statement
savings save emergency_fund
loan mortgage credit interest
portfolio investment asset allocation
stock share equity ticker inventory warehouse
nda confidentiality non_disclosure
lawsuit court litigation
privacy_policy privacy_notice gdpr data_protection
cookie consent banner
copyright licence license attribution
patent prior_art invention
proofreading grammar spelling typo
style tone voice
plain_language simple_language readable accessible
worksheet exercise homework
grading marking assessment rubric
university college degree
scholarship application grant
applicant candidate
reference recommendation_letter
offboarding leaving departure
conflict_resolution dispute argument
election vote ballot
petition complaint_letter
letter correspondence
formal official_letter
shift roster rota schedule
holiday leave absence day_off
timesheet hours time_tracking
cms wordpress
catalogue catalog listing
return refund
crm contact lead
scan ocr digitise digitize
sign signature
merge_pdf combine_pdf
summary digest recap tl_dr
`;
