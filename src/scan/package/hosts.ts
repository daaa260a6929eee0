/*
 * Classifies the host of an address: a vendor's installer, a site where anybody can drop or collect data, a messenger
 * webhook, an address without a name. The lists are short on purpose: they contain widely known hosts, and all others
 * are treated alike. Also finds the host that an address really leads to, and the part that somebody registered.
 */

type HostKind = 'installer' | 'local' | 'placeholder' | 'drop' | 'messenger' | 'nameless' | 'other';

export function addressesIn(text: string): readonly string[] {
  return text.includes('://') ? (text.match(/\bhttps?:\/\/[^\s'"`<>|;)\]]+/gi) ?? []) : [];
}

export function hostKindOf(address: string): HostKind {
  const plain = address.replace(/^[a-z]+:\/\//i, '').toLowerCase();
  const host = plain.replace(/^[^/@]*@/, '').replace(/[/:?#].*$/s, '');
  if (/^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host\.docker\.internal)$/.test(host))
    return 'local';
  if (/^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host)) return 'local';
  if (namesPlaceholder(address)) return 'placeholder';
  if (dropHosts.test(host) || shorteners.test(host)) return 'drop';
  if (messengers.test(plain)) return 'messenger';
  if (/^(?:\d{1,3}(?:\.\d{1,3}){3}|0x[\da-f]+|\d{8,10}|\[[\da-f:]+\])$/.test(host) || host.endsWith('.onion'))
    return 'nameless';
  return isInstaller(host) || installerFolders.some((folder) => plain.startsWith(folder))
    ? 'installer'
    : 'other';
}

/** Whether the text has a blank for an address that a reader is to fill in, as lessons have. Nothing can be reached there. */
export function namesPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

const placeholder =
  /(?<![$\w{.])(?:ATTACKER|YOUR|LISTENER|MY|KALI|TARGET|REMOTE)[_-]?(?:IP|HOST|ADDRESS|SERVER|MACHINE)\b(?!\.\w)|(?<![$\w{])LHOST\b|<(?:your|attacker|listener|lhost|kali|target|server|ip)[^<>]{0,30}>/;

/** Whether the host or a parent domain is on the list. */
function isInstaller(host: string): boolean {
  for (let start = 0; start !== -1; start = host.indexOf('.', start + 1))
    if (installerHosts.has(host.slice(start === 0 ? 0 : start + 1))) return true;
  return false;
}

const dropHosts =
  /(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|hookb\.in|beeceptor\.com|requestcatcher\.com|pastebin\.com|paste\.ee|hastebin\.com|rentry\.co|glot\.io|ix\.io|termbin\.com|transfer\.sh|0x0\.st|file\.io|bashupload\.com|gofile\.io|anonfiles\.com|catbox\.moe|interact\.sh|interactsh\.com|oast\.[a-z]+|burpcollaborator\.net|oastify\.com|dnslog\.cn|trycloudflare\.com|serveo\.net|localhost\.run)$/;
const shorteners = /^(?:bit\.ly|tinyurl\.com|t\.co|is\.gd|cutt\.ly|goo\.gl|rb\.gy)$/;
const messengers =
  /^(?:(?:[a-z]+\.)?discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/|hooks\.slack\.com\/|[^/]*\.ngrok(?:-free)?\.(?:io|app|dev))/;

const installerHosts: ReadonlySet<string> = new Set([
  'aka.ms',
  'anza.xyz',
  'astral.sh',
  'bootstrap.pypa.io',
  'bun.sh',
  'bun.com',
  'chocolatey.org',
  'claude.ai',
  'cursor.com',
  'deno.land',
  'determinate.systems',
  'dl.google.com',
  'docker.com',
  'fluxcd.io',
  'fly.io',
  'fnm.vercel.app',
  'foundry.paradigm.xyz',
  'get.helm.sh',
  'get.k3s.io',
  'get.pnpm.io',
  'get.rvm.io',
  'get.scoop.sh',
  'get.sdkman.io',
  'get.volta.sh',
  'install.python-poetry.org',
  'mise.run',
  'nixos.org',
  'nodesource.com',
  'ollama.ai',
  'ollama.com',
  'openclaw.ai',
  'packages.microsoft.com',
  'rclone.org',
  'release.solana.com',
  'rustup.rs',
  'sdk.cloud.google.com',
  'starship.rs',
  'tailscale.com',
]);
const installerFolders = [
  'github.com/carlospolop/peass-ng/releases/',
  'github.com/peass-ng/peass-ng/releases/',
  'raw.githubusercontent.com/anchore/',
  'raw.githubusercontent.com/aquasecurity/',
  'raw.githubusercontent.com/babashka/',
  'raw.githubusercontent.com/foundry-rs/',
  'raw.githubusercontent.com/golangci/',
  'raw.githubusercontent.com/helm/',
  'raw.githubusercontent.com/homebrew/',
  'raw.githubusercontent.com/nvm-sh/',
  'raw.githubusercontent.com/ohmyzsh/',
  'raw.githubusercontent.com/rapid7/',
  'raw.githubusercontent.com/trufflesecurity/',
] as const;

export interface Address {
  readonly host: string;
  /** The part before an `@`, which is not a host even if it looks like one. */
  readonly user: string | undefined;
}

export function addressOf(url: string): Address | undefined {
  const match = /^https?:\/\/([^\s/?#\\]{1,300})/i.exec(url);
  const authority = match?.[1];
  if (authority === undefined) return undefined;
  const at = authority.lastIndexOf('@');
  const host = authority
    .slice(at + 1)
    .replace(/:\d*$/, '')
    .toLowerCase();
  return { host, user: at === -1 ? undefined : authority.slice(0, at).toLowerCase() };
}

/** The last two labels, or three below a suffix such as `co.uk`. */
export function registeredPart(host: string): string {
  const labels = host.replace(/\.$/, '').split('.');
  const isSecondLevel =
    /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2;
  return labels.slice(isSecondLevel ? -3 : -2).join('.');
}
