/*
 * Products, languages and systems of which a skill is usually about one: each line is a kind, an underscore joins two
 * words, a slash names the same one twice. Backing up Notion is not backing up Confluence, however alike the texts are.
 */

export const rivalGroups = `
python/py javascript/js/typescript/ts/node/nodejs golang/go rust java kotlin swift ruby/rails php/laravel csharp/dotnet elixir scala haskell cpp perl
react/nextjs vue/nuxt svelte/sveltekit angular solidjs ember htmx flutter
ios/iphone/swiftui android flutter
aws/amazon azure gcp/google_cloud cloudflare digitalocean hetzner heroku vercel netlify render
postgres/postgresql/pg mysql/mariadb sqlite mongodb/mongo redis oracle snowflake bigquery clickhouse duckdb elasticsearch supabase
jira linear asana trello clickup todoist ticktick omnifocus monday things
notion confluence obsidian logseq evernote roam joplin
slack discord telegram whatsapp signal teams imessage matrix
github/gh gitlab/glab bitbucket gitea/forgejo
terraform pulumi ansible cloudformation
windows linux macos/mac
playwright cypress selenium puppeteer
reddit twitter/x linkedin instagram facebook youtube tiktok bluesky mastodon pinterest moltbook hackernews/hn
stripe paypal square adyen paddle
shopify woocommerce magento
gmail outlook protonmail fastmail
dropbox box onedrive google_drive/gdrive
solana ethereum bitcoin cardano sui
pytorch tensorflow jax
django flask fastapi rails laravel spring express
docker podman
kubernetes/k8s nomad
jenkins circleci buildkite
salesforce hubspot pipedrive zoho
figma sketch penpot
word excel powerpoint outlook
docx pdf xlsx pptx
spotify sonos tidal
unity unreal godot
webpack vite rollup esbuild
jest vitest mocha pytest junit rspec
grafana datadog splunk sentry
tesla bmw toyota
hue nanoleaf lifx
whoop oura garmin fitbit strava
openai anthropic/claude gemini grok deepseek mistral
`;
