/*
 * What skills about software, data and machines are about: each line is one concept, its first word the name. A word may
 * be in several lines, because most have several meanings; an underscore joins two words.
 */

export const softwareGroups = `
changelog release_note release_notes change_log whatsnew news
history git_history git_log commit_log commit commits archive genealogy ancestor
release version tag semver
pullrequest pull_request pull_requests merge_request merge_requests pr mr diff patch changeset code_review
repository repo codebase source_tree project
branch trunk mainline
conflict merge_conflict clash collision
rebase history_rewrite squash fixup interactive
bisect culprit first_bad
submodule subtree vendored
fork clone
monorepo workspace multi_package
defect bug fault error mistake problem issue flaw failure
regression broke breakage broken model fit
untested coverage test missing_test
test tests testing spec suite unit_test test_case pytest jest vitest check
edgecase edge_case corner_case boundary
flaky intermittent unstable nondeterministic unreliable random_failure sometimes_fails red_green
mock stub fake double
snapshot_test golden approval_test
endtoend end_to_end e2e browser_test integration_test playwright cypress selenium
fixture test_data seed factory factories sample_data
loadtest load_test stress_test k6 locust jmeter
benchmark profiling profile profiler flamegraph hotspot
kubernetes k8s cluster kubectl
pod container workload
helm chart
deployment rollout canary blue_green release
crash die dying died dies crashloopbackoff restart oomkilled kill exit panic segfault abort
memory oom ram heap leak
memoryleak memory_leak leak leaking heap
cpu processor load
sql query queries statement
database db postgres postgresql
postgresql postgres psql pg
slow latency sluggish slowness performance bottleneck takes_long too_long speed fast
plan explain execution_plan query_plan
index indexes indices inverted_index
schema migration migrations ddl contract structure
table column row
column field attribute
row record entry line
backup dump snapshot nightly copy restore
restore recovery restoration drill
replication replica standby failover
transaction isolation acid
nosql mongodb mongo dynamodb document_store
spreadsheet excel xlsx workbook sheet google_sheets
csv tsv delimited tabular table export
dataframe pandas
pivot crosstab summary_table
formula function macro spreadsheet_formula cell excel
credential secret password token apikey api_key key
leak leaked exposed committed disclosure
vulnerability cve weakness exploit security_hole advisory security_flaw
security secure hardening safety
threat attack attacker adversary stride risk
pentest penetration penetration_test red_team
injection xss sqli
phishing spam scam
malware virus trojan
encryption cipher crypto aes gpg age encrypt
certificate tls ssl https x509 expiry renewal
firewall iptables ufw security_group port rule
permission authorization authorisation access_control rbac role privilege rights access right
authentication auth login sign_in signin oauth sso jwt log_in
session cookie refresh_token
privacy gdpr personal_data pii data_protection
compliance soc2 iso27001 hipaa regulation audit_trail
dependency dependencies package library libraries module third_party
outdated stale old obsolete behind current
lockfile lock_file
license licence licensing
continuous ci cd pipeline github_action github_actions build_server
build compile bundle bundling webpack vite
artifact artefact binary build_output
log logs logging log_file kibana logfile log_entry
structured_logging json_log
trace tracing span opentelemetry
metric metrics kpi statistic statistics measure figure numbers indicator
dashboard grafana panel board overview
monitoring observability prometheus
alert alarm page pager notification paging pagerduty
oncall on_call rotation shift duty pager
incident outage postmortem downtime disruption
postmortem outage_report root_cause rca blameless incident_review retrospective lessons
noise noisy spammy flapping false_alarm
uptime availability slo sla
rollback revert roll_back
feature_flag feature_flags toggle flag switch
configuration config settings preference
environment env staging
variable envvar
server backend host machine vps
serverless lambda cloud_function
aws amazon ec2 s3
azure microsoft_cloud
gcp google_cloud
terraform iac infrastructure opentofu tf
drift out_of_sync diverged mismatch
infrastructure infra platform
ansible playbook configuration_management
dockerfile docker container_image
compose docker_compose
image_size layer slim
registry artifact_registry
proxy nginx reverse_proxy caddy load_balancer gateway
dns domain nameserver name_resolution
network ip subnet vpc packet connection
vpn wireguard tailscale tunnel
ssh remote key login
disk storage space volume
queue kafka message_broker topic event_stream job worker background
consumer subscriber lag
cache caching redis memo
cron crontab timer scheduled_job nightly schedule
rate_limit throttle throttling quota
webhook callback
endpoint route rest http api
api interface rest_api web_service endpoint route
graphql graph_ql
grpc protobuf
specification openapi swagger spec
client sdk wrapper
pagination cursor paging
websocket realtime real_time streaming
upload file_upload attachment
idempotent retry retries backoff
timeout hang freeze stuck deadline
race deadlock concurrency thread race_condition timing sleep wait
exception stack_trace traceback stacktrace
typescript ts
javascript js ecmascript node nodejs
python py
rust cargo
golang go_module
java jvm spring maven gradle
csharp dotnet net_core
php laravel composer
ruby rails gem
swift ios xcode swiftui
android kotlin
mobile phone app_store smartphone app ios android
flutter dart
react jsx component_library hooks
vue nuxt
angular rxjs
svelte sveltekit
nextjs next_js
css stylesheet tailwind styling
html markup
frontend ui interface user_interface client_side
backend server_side
component widget button
state store redux
layout grid responsive breakpoint
animation transition motion
color colour palette
theme dark_mode insight finding findings
font typography
accessibility a11y wcag screenreader screen_reader disability disabilities aria
contrast readability legibility
ux usability user_experience
wireframe mockup prototype figma
design_system token
brand branding identity style
website site webpage web_page page pages homepage
landing landing_page conversion
corewebvitals core_web_vitals web_vitals lighthouse lcp page_speed load_time vitals
seo search_engine keyword ranking serp
sitemap crawlability robots
analytics tracking google_analytics ga4
abtest ab_test experiment split_test
lint linter linting eslint style_guide formatting formatter prettier static_analysis style
type types typing annotation annotations type_hint type_hints mypy
comment docstring docstrings doc_comment documentation_comment jsdoc
readme documentation docs guide manual handbook
architecture adr system_design design_decision structure blueprint design
diagram flowchart mermaid sequence_diagram uml chart drawing sketch figure
legacy old_code old outdated
technicaldebt technical_debt tech_debt debt code_smell hotspot cruft
refactoring refactor cleanup restructuring
complexity cyclomatic hard_to_read
unused dead dead_code unreferenced
duplicate duplicates dedupe deduplicate repeated copy twice double
regex regexp pattern regular_expression
json json_schema
yaml yml
xml xslt
markdown md
shell bash zsh terminal command_line script
windows powershell
linux ubuntu debian
macos mac osx
keyboard shortcut shortcuts hotkey focus tab
editor vim vscode ide publisher journal
prompt system_prompt prompting instruction
model llm language_model gpt
agent assistant bot chatbot
embedding vector semantic_search rag retrieval similarity
finetuning fine_tuning training lora
dataset corpus data_set training_data data_file csv parquet spreadsheet table table_dump extract data
label annotation labelling labeling ground_truth
prediction forecasting forecast projection
classification classifier
anomaly outlier spike
missing null nan empty blank
date dates timestamp iso_8601 datetime
timezone timezones utc time_zone time_difference
whitespace space spaces trim
encoding utf8 charset
etl data_pipeline airflow dbt ingestion
chart visualisation visualization graph plot
issue ticket issue_tracker
file folder directory
filename file_name rename
archive_file zip tar
bookmark link url reading_list
dead_link broken_link link_checker links
search_results lookup
scraper crawler spider
browser chrome firefox
extension plugin addon
download fetch
sync synchronisation synchronization mirror
notebook jupyter
simulation monte_carlo
math equation calculation
latex tex
gis geospatial geodata
genome sequence biology
chemistry molecule reaction compound
astronomy telescope
permission_request approval sign_off
escalation priority severity urgency
root cause reason origin trigger
first earliest beginning
version_upgrade major_version newer_version newer
downtime zero_downtime
health_check probe liveness readiness
manifest yaml_file
module package_folder
symbol function class method
parameter argument input
threshold limit
frequency often count
clickops by_hand manually console
profiling profile first_look exploratory eda get_acquainted data_quality overview
outlier extreme anomaly suspicious strange odd implausible
null missing empty blank na unknown
key identifier id unique primary_key
distinct unique variety cardinality
triage prioritise prioritize sort rank decide which_matter
cve vulnerability advisory security_alert hole dependabot npm_audit ghsa
thirdparty third_party library dependency package transitive supply_chain
reachable exploitable hit exposed attack_surface
deterministic stable reliable reproducible repeatable
browsertest ui_test e2e end_to_end playwright cypress selenium browser
retry rerun repeat again backoff
notification push push_notification alert message
audit review inspection examination
stacktrace stack_trace traceback exception
core_dump dump
debugger breakpoint gdb
profiler flamegraph profile hot_path
latency response_time slow
throughput requests_per_second load
user account
password credential secret
mfa two_factor totp
disaster recovery failover
migration move upgrade
version release update
package library dependency module
container image docker
orchestrator kubernetes cluster
pipeline ci workflow build
coverage untested
mutation mutant
contract_test pact
property_test fuzz fuzzing
refactor cleanup restructure
deadcode dead_code unused
duplicate_code copy_paste clone
naming name identifier
request call
response answer
validation check constraint
error failure exception
batch bulk
search lookup find
ranking relevance score
recommendation suggestion
telemetry analytics tracking
slo sla reliability
bucket object_storage s3
function lambda serverless
widget component control
button link
menu navigation
responsive mobile_first breakpoint
colour palette theme
dark_mode night_mode
image picture asset
svg vector
llm model language_model
token context_window
evaluation benchmark score
annotation label
training fine_tuning
`;
