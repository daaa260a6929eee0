/*
 * Decides whether a name imitates a well-known one: a letter doubled, swapped, left out or replaced by a look-alike, or a
 * few random characters added. Short names are similar to too many others, so they never count.
 */

export type Imitation = { readonly of: string; readonly by: 'spelling' | 'suffix' };

export function imitationOf(name: string, known: ReadonlySet<string>): Imitation | undefined {
  if (name.length > longest || known.has(name)) return undefined;
  const plainName = plain(name);
  for (const original of known)
    if (isMisspelled(name, plainName, original)) return { of: original, by: 'spelling' };
  const stem = /^(.{3,})[-_]([a-z0-9]{4,7})$/.exec(name);
  const [, original = '', suffix = ''] = stem ?? [];
  return known.has(original) && looksRandom(suffix) ? { of: original, by: 'suffix' } : undefined;
}

const longest = 64;

function isMisspelled(name: string, plainName: string, original: string): boolean {
  const allowed = original.length >= 12 ? 2 : 1;
  if (original.length < 5 || Math.abs(name.length - original.length) > allowed) return false;
  if (plainName === plain(original)) return true;
  if (!isWithin(name, original, allowed)) return false;
  if (isVariant(name, original)) return isDoubled(name, original);
  return original.length >= 8 || !isOtherWord(name, original);
}

/** Replaces characters that look like a letter by that letter. */
function plain(name: string): string {
  if (!/[01345$]|rn|vv/.test(name)) return name;
  return name
    .replace(/[01345$]/g, (sign) => lookAlikes[sign] ?? sign)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

const lookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', $: 's' };

/** Honest names differ by a separator, a plural, a version or a suffix such as `-er`. */
function isVariant(name: string, original: string): boolean {
  const [shorter = '', longer = ''] = [bare(name), bare(original)].sort((a, b) => a.length - b.length);
  return longer.startsWith(shorter) && /^(?:e?[srd])?$/.test(longer.slice(shorter.length));
}

function bare(name: string): string {
  return name.replace(/[-_.]?v?\d+$/, '').replace(/[-_.]/g, '');
}

function isDoubled(name: string, original: string): boolean {
  return name.length > original.length && name.replace(/(.)\1/g, '$1') === original.replace(/(.)\1/g, '$1');
}

/** A different consonant in a short name usually makes another word; a different vowel is a typing error. */
function isOtherWord(name: string, original: string): boolean {
  if (name.length !== original.length) return false;
  const differing = [...original].filter((letter, at) => letter !== name[at]);
  return differing.length === 1 && !/[aeiou]/.test(differing.join(''));
}

/** Random suffixes have digits between letters, or digits next to letters without a vowel. */
function looksRandom(suffix: string): boolean {
  if (
    /^v?\d+$|^\d+[a-z]$|^(?:sha|mysql|base|oauth|utf|ipv|web|gpt|s3|k8s|i18n|a11y|x402|h26\d|mp\d)/.test(
      suffix,
    )
  )
    return false;
  if (!/\d/.test(suffix)) return !/[aeiouy]/.test(suffix) && !abbreviations.has(suffix);
  return /[a-z]\d+[a-z]|\d[a-z]+\d/.test(suffix) || !/[aeiou]/.test(suffix);
}

const abbreviations = new Set(
  'html https grpc json xlsx pptx pgsql mssql tsql ffmpg llms mcps prds ftps smtp'.split(' '),
);

/** Counts edits: a letter added, removed or replaced, or two swapped. The length of names bounds the effort. */
function isWithin(name: string, original: string, allowed: number): boolean {
  if (allowed === 1 && sameBeginningAndEnd(name, original) < Math.max(name.length, original.length) - 2)
    return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: original.length + 1 }, (_, column) => column);
  for (let row = 1; row <= name.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= original.length; column += 1) {
      const isSame = name[row - 1] === original[column - 1];
      const isSwapped = name[row - 1] === original[column - 2] && name[row - 2] === original[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? allowed) + 1 : row + column,
      );
    }
    if (Math.min(...current) > allowed) return false;
    beforeLast = last;
    last = current;
  }
  return (last[original.length] ?? 0) <= allowed;
}

/** The number of letters that two names share at both ends: all but two if they are one edit apart. */
function sameBeginningAndEnd(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end += 1;
  return start + end;
}

// Well-known names that are similar to each other are all listed, so that none counts as an imitation of the other.
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
  clawhub clawdhub openclaw mcporter ethers web3 viem @solana/web3.js discord.js telegraf nodemailer socket.io
  requests numpy pandas scipy matplotlib seaborn pillow flask django fastapi uvicorn gunicorn pydantic sqlalchemy
  beautifulsoup4 selenium scrapy boto3 botocore urllib3 httpx aiohttp cryptography pycryptodome paramiko colorama
  python-dotenv pytest pyyaml tensorflow torch torchvision transformers scikit-learn opencv-python openpyxl xlsxwriter
  python-docx python-pptx pypdf pypdf2 pdfplumber reportlab markitdown yt-dlp setuptools virtualenv poetry tqdm rich
  typer click jinja2 loguru tenacity tiktoken huggingface-hub sentence-transformers chromadb
`);

/** Hosts with their top-level domain. */
export const wellKnownHosts = words(`
  github.com githubusercontent.com gitlab.com bitbucket.org npmjs.com npmjs.org pypi.org pythonhosted.org
  anthropic.com claude.ai claude.com openai.com chatgpt.com google.com googleapis.com microsoft.com apple.com
  amazonaws.com cloudflare.com huggingface.co docker.com clawhub.ai clawhub.com clawdhub.com openclaw.ai skills.sh
  telegram.org discord.com slack.com notion.so stripe.com paypal.com coinbase.com binance.com metamask.io
  facebook.com instagram.com linkedin.com dropbox.com
`);

/** What tools are called, one word each: long enough that a misspelling is not another word. */
export const toolWords = words(`
  parser validator formatter converter generator analyzer checker scanner builder manager monitor reporter extractor
  compiler debugger linter runner loader viewer editor merger splitter uploader downloader counter tracker watcher wrapper
  client server helper optimizer transformer inspector processor scheduler organizer translator summarizer reviewer
  assistant automation integration documentation deployment kubernetes docker python javascript typescript markdown
  database postgres calendar security github gitlab terminal browser request requests encoder decoder encrypt decrypt
  config configs package backup account payment password 1password template workflow metadata registry weather
  invoice spreadsheet notebook timezone currency dependency dependencies changelog snapshot container
  converters formatters parsers validators analyser optimiser organiser summariser optimizers analyzers
  normalizer normaliser visualizer visualiser tokenizer tokeniser customizer customiser
`);
