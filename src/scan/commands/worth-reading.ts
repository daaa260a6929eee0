/*
 * Whether shell text can hold anything a rule looks for, told from its letters before it is read: most text names no
 * program, file or option that matters. Generous where the text is in doubt, as with words in pieces.
 */

export function isWorthReading(text: string): boolean {
  return telling.test(text) || inPieces.test(text);
}

/** Whether a word of the text may be such a name. */
export function mayName(text: string, isSuchName: (word: string) => boolean): boolean {
  return inPieces.test(text) || (text.match(/[^\s/@=<>\\'"`;|&()]+/g) ?? []).some(isSuchName);
}

const sources =
  'curl|wget|iwr|irm|invoke-\\w+|aria2c|fetch|https?|xh|downloadstring|g?base64|base32|xxd|uudecode|openssl|gpg|rev|tr|security|env|printenv|set';
const sinks =
  'nc|ncat|netcat|socat|telnet|mail|sendmail|mutt|[st]?ftp|scp|rsync|rclone|wormhole|croc|dig|nslookup|host|ping|drill|tcp|udp';
const code =
  'eval|iex|powershell|pwsh|python[\\d.]*[^\\n]{0,40} (?:-[a-z]*c\\b|-?\\s*<<)|(?:node|deno|bun)\\b[^\\n]{0,40} (?:-[a-z]*e\\b|--eval|-?\\s*<<)|perl|ruby|php|osascript';
const harm =
  'rm|find|remove-item|ri|rd|rmdir|del|dd|mkfs|wipefs|shred|blkdiscard|fdisk|parted|dropdb|psql|mysql|mariadb|mysqladmin|sqlcmd|mongo(?:sh)?|redis-cli|truncate|history|histfile|journalctl|clear-eventlog|wevtutil|ufw|setenforce|iptables|nft|\\w+-mppreference|netsh|spctl|csrutil|systemctl|service|xattr|set-executionpolicy|--force|-f|--hard|chmod';
const checks = '(?:sha\\d*|b2)sum';
const staying =
  'cron\\w*|@reboot|schtasks|launchctl|reg|hookspath|setcap|usermod|insmod|modprobe|--dangerously[\\w-]*|--yolo|bypasspermissions|mcp';
const places =
  '\\.(?:ssh|aws|azure|kube|docker|netrc|pypirc|git-credentials|pgpass|npmrc|gnupg|claude|codex|cursor|openclaw|clawdbot|gemini|mozilla|ethereum|electrum|env|mcp|git|config|local|bash\\w*|z\\w+|python_history|profile)|id_(?:rsa|ed25519|ecdsa|dsa)|application_default_credentials|/etc|/proc|/var|/dev|login|logins|key4|cookies|profiles?|library|keychain|wallet|solana|exodus|systemd|startup|claude\\w*|agents|soul|gemini';
const telling = new RegExp(
  `(?<![\\w-])(?:${[sources, sinks, code, harm, checks, staying, places].join('|')})(?![\\w-])|\\(\\)\\s*\\{`,
  'i',
);

/** Quotes and backslashes inside words, words put together from variables, programs that a variable names. */
const inPieces =
  /\w(?:['"]{2}|\\|['"]\w+['"])\w|\}\w|\$\w+\$|\$\{|(?:^|[;|&(\n])[^\S\n]*"?\$[\w{(]|(?:^|\s)\.\//;
