/*
 * Names that are worth imitating, because people install what bears them without a second look. Those that are spelled
 * alike are all listed, so that none is taken for an imitation of the other.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const wellKnownSkills = words(`
  algorithmic-art brand-guidelines canvas-design doc-coauthoring docx frontend-design internal-comms mcp-builder pdf
  pptx skill-creator slack-gif-creator theme-factory web-artifacts-builder webapp-testing xlsx
  brainstorming dispatching-parallel-agents executing-plans finishing-a-development-branch receiving-code-review
  requesting-code-review subagent-driven-development systematic-debugging test-driven-development using-git-worktrees
  using-superpowers verification-before-completion writing-plans writing-skills
  clawhub clawdhub openclaw clawdbot moltbot moltbook skillhub agent-browser browser-use find-skills self-improving-agent
  auto-updater capability-evolver proactive-agent youtube-summarize youtube-transcript youtube-watcher google-workspace
  google-calendar google-sheets google-drive gmail github gitlab notion obsidian trello linear slack discord telegram
  whatsapp twitter linkedin reddit spotify sonos openhue imsg apple-notes apple-reminders things-mac bear-notes
  home-assistant weather summarize tavily-search brave-search perplexity exa-search nano-banana-pro nano-pdf
  polymarket solana phantom coinbase binance metamask uniswap ethereum wallet-tracker
  playwright puppeteer firecrawl stripe vercel supabase cloudflare terraform kubernetes docker
  remotion-best-practices vercel-react-best-practices web-design-guidelines seo-audit copywriting humanizer
`);

export const wellKnownPackages = words(`
  react preact lodash express axios chalk commander typescript prettier eslint webpack rollup esbuild vitest playwright
  puppeteer cheerio dotenv next nuxt svelte tailwindcss postcss prisma drizzle-orm mongoose sequelize fastify hono zod
  openai anthropic @anthropic-ai/sdk @anthropic-ai/claude-code @openai/codex @modelcontextprotocol/sdk langchain
  clawhub openclaw mcporter ethers web3 viem @solana/web3.js discord.js telegraf nodemailer socket.io
  requests numpy pandas scipy matplotlib seaborn pillow flask django fastapi uvicorn gunicorn pydantic sqlalchemy
  beautifulsoup4 selenium scrapy boto3 botocore urllib3 httpx aiohttp cryptography pycryptodome paramiko colorama
  python-dotenv pytest pyyaml tensorflow torch torchvision transformers scikit-learn opencv-python openpyxl xlsxwriter
  python-docx python-pptx pypdf pypdf2 pdfplumber reportlab markitdown yt-dlp setuptools virtualenv poetry tqdm rich
  typer click jinja2 loguru tenacity tiktoken huggingface-hub sentence-transformers chromadb
`);

/** With their registry ending, as `micros0ft.com` imitates the label before it. */
export const wellKnownHosts = words(`
  github.com githubusercontent.com gitlab.com bitbucket.org npmjs.com npmjs.org pypi.org pythonhosted.org
  anthropic.com claude.ai claude.com openai.com chatgpt.com google.com googleapis.com microsoft.com apple.com
  amazonaws.com cloudflare.com huggingface.co docker.com clawhub.ai clawhub.com clawdhub.com openclaw.ai skills.sh
  telegram.org discord.com slack.com notion.so stripe.com paypal.com coinbase.com binance.com metamask.io
  facebook.com instagram.com linkedin.com dropbox.com
`);
