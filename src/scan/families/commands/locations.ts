/*
 * Locations on a computer that the rules know by name: private data, and files that are run or obeyed later because of
 * where they are. A location is recognised in a path as written, with the home folder in any spelling.
 */

export interface PrivateLocation {
  readonly what: string;
  /** Project settings that honest skills also read, for their own key. */
  readonly isOrdinary: boolean;
}

export function privateLocationIn(path: string): PrivateLocation | undefined {
  if (!anyPrivateLocation.test(path)) return undefined;
  const found = privateLocations.find(([pattern]) => pattern.test(path));
  return found && { what: found[1], isOrdinary: found[2] === 'ordinary' };
}

const privateLocations: readonly (readonly [RegExp, string, 'ordinary'?])[] = [
  [
    /\.ssh(?:\/(?!config\b|known_hosts|authorized_keys|[^\s"']{0,80}\.pub\b)|["'\s]{0,3}$)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)/,
    'SSH keys',
  ],
  [/\.aws(?:\/credentials|\/?["'\s]{0,3}$)/, 'AWS credentials'],
  [/\.config\/gcloud|application_default_credentials/, 'Google Cloud credentials'],
  [/\.azure\/(?:accessTokens|msal_token)/, 'Azure credentials'],
  [/\.kube\/config\b/, 'Kubernetes credentials'],
  [/\.docker\/config\.json/, 'Docker credentials'],
  [/\.(?:netrc|pypirc|git-credentials|pgpass)\b|~\/\.npmrc|\.config\/gh\/hosts\.yml/, 'stored logins'],
  [/\.gnupg(?:\/|\b)/, 'GnuPG keys'],
  [/\/etc\/(?:shadow|sudoers)\b/, 'the password file of the system'],
  [
    /\.claude(?:\/\.credentials|\.json\b)|\.codex\/auth\.json|\.(?:openclaw|clawdbot)\/(?:\.env|credentials)|\.gemini\/oauth/,
    'the credentials of an agent',
  ],
  [
    /Login Data|logins\.json|key4\.db|cookies\.sqlite|(?:Chrome|Chromium|BraveSoftware|google-chrome|Firefox|firefox)\b[^\n]{0,120}(?:Cookies|Profiles?)|\.mozilla\/firefox/,
    'browser profiles',
  ],
  [/Library\/Keychains|login\.keychain|\.local\/share\/keyrings/, 'the keychain'],
  [/wallet\.dat|\.ethereum\/keystore|solana\/id\.json|Exodus\/|\.electrum\//, 'wallets'],
  [/\.(?:bash|zsh|python)_history\b/, 'the command history'],
  [
    /\.claude\/(?:projects\b|history\.jsonl|todos\/)|\.codex\/(?:sessions\b|history\.jsonl)|\.gemini\/tmp\b|\.(?:openclaw|clawdbot)\/(?:agents|memory|sessions|workspace\/(?:MEMORY|memory))\b|\.hermes\/(?:sessions|memories)\b/,
    'the memory and transcripts of an agent',
    'ordinary',
  ],
  [/\/proc\/(?:self|\d+|\*)\/environ/, 'the environment'],
  [
    /(?:^|[\s/"'@=<(])\.env(?:\.(?:local|production|prod))?(?=$|[\s"')|;,])/,
    'an environment file',
    'ordinary',
  ],
];

/** One test for all, because nearly all paths match none. */
const anyPrivateLocation = anyOf(privateLocations);

function anyOf(locations: readonly (readonly [RegExp, ...unknown[]])[]): RegExp {
  return new RegExp(locations.map(([{ source }]) => source).join('|'));
}

export type PersistentLocation =
  | 'start-up'
  | 'login-key'
  | 'schedule'
  | 'service'
  | 'git-hook'
  | 'agent'
  | 'rights';

export function persistentLocationIn(path: string): PersistentLocation | undefined {
  return anyPersistentLocation.test(path)
    ? persistentLocations.find(([pattern]) => pattern.test(path))?.[1]
    : undefined;
}

const persistentLocations: readonly (readonly [RegExp, PersistentLocation])[] = [
  [/\.ssh\/authorized_keys/, 'login-key'],
  [/\/etc\/sudoers|\/etc\/pam\.d\/|\/etc\/ld\.so\.preload|\/etc\/passwd\b/, 'rights'],
  [/\/etc\/(?:cron|anacron)|\/var\/spool\/cron/, 'schedule'],
  [
    /systemd\/(?:system|user)\b|\/etc\/(?:init\.d|rc\.local)|Library\/Launch(?:Agents|Daemons)|\.config\/autostart|Start Menu\/Programs\/Startup/,
    'service',
  ],
  [
    /(?:~|\$\{?HOME\}?|\/root|\/home\/[^/\s]{1,40}|\/Users\/[^/\s]{1,40})\/\.(?:bashrc|bash_profile|profile|bash_login|zshrc|zprofile|zshenv|zlogin|config\/fish)\b|\/etc\/(?:profile|bash\.bashrc|zshrc)|\$PROFILE\b/,
    'start-up',
  ],
  [/\.git\/hooks\/|\.config\/git\/hooks/, 'git-hook'],
  [
    /\.claude\/(?:settings(?:\.local)?\.json|hooks\/|commands\/|agents\/|CLAUDE\.md)|\.codex\/(?:config\.toml|AGENTS\.md)|\.cursor\/(?:mcp\.json|rules)|\.(?:openclaw|clawdbot)\/(?:openclaw|clawdbot)\.json|claude_desktop_config\.json|(?:^|\/)\.mcp\.json|(?:^|[/\s"'])(?:CLAUDE|AGENTS|SOUL|GEMINI)\.md\b|\.gemini\/settings\.json/,
    'agent',
  ],
];

const anyPersistentLocation = anyOf(persistentLocations);
