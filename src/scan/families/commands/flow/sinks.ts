/*
 * Calls through which data leaves a program, and calls that change what a value is: encoders, and those whose result
 * says nothing about their arguments.
 */

/** How data leaves. */
export type Channel = 'http' | 'socket' | 'name' | 'mail' | 'message' | 'upload';

export interface Sink {
  readonly channel: Channel;
  /** Others use the same name, so the call is a sink only with an address: one that reaches it, or one in its own words. */
  readonly needsAddress: 'no' | 'reached' | 'own';
}

const library =
  /^(?:requests?|httpx|aiohttp|urllib3?|session|sess|http[sx]?|https?Client|client|axios|got|ky|superagent|needle|ofetch|undici|\$?ua|\$?mech|agent|Faraday|HTTParty|RestClient|Excon|Typhoeus|Unirest|Guzzle\w*|\$?(?:http|client|guzzle)|Net::HTTP|LWP::\w+|HTTP::Tiny|Http|conn(?:ection)?|api|treq|pool|s|c)$/i;

const certain: readonly (readonly [RegExp, Channel])[] = [
  [
    /^(?:fetch|\$fetch|axios|got|ky|urlopen|superagent|needle|sendBeacon|post_form|http_post|wp_remote_post|httpPost|curl_setopt(?:_array)?|curl_init|urlretrieve)$/,
    'http',
  ],
  [
    /(?:^|[.:])(?:urlopen|urlretrieve|sendBeacon|post_form|PostForm|NewRequest|NewRequestWithContext|postForm|UploadString|UploadData|UploadFile|PostAsync|create_gist)$|urllib\.request\.Request$|^Request$|HTTP::Request->new$|URI\.open$/,
    'http',
  ],
  [
    /(?:^|[.:>])(?:gethostbyname(?:_ex|l)?|getaddrinfo|resolve(?:4|6|Txt|Any|Mx|Cname)|LookupHost|LookupIP|LookupTXT|getaddress(?:es)?|checkdnsrr|dns_get_record|nslookup)$|(?:^|\.)(?:dns|resolver|dnsPromises)\.(?:promises\.)?(?:lookup|resolve|query)$|Resolv::DNS/,
    'name',
  ],
  [/(?:^|[.:>])(?:sendmail|send_message|sendMail|SendMail|sendEmail|send_email)$|^mail$/, 'mail'],
  [
    /(?:^|[.:>])(?:sendall|sendto|sendMessage|send_photo|send_document|chat_postMessage|files_upload(?:_v2)?|sendDocument|storbinary|storlines|publish|webhook\.send)$/,
    'message',
  ],
  [
    /(?:^|[.:>])(?:upload_file|upload_fileobj|put_object|putObject|upload_from_string|upload_from_filename|upload_blob)$/,
    'upload',
  ],
];

const verbs =
  /^(?:post|put|patch|get|delete|head|options|request|fetch|stream|send|Post|Put|Get|Do|Send|getstore|mirror)$/;

/** The sink that a call is, by the path of its name. */
export function sinkOf(path: string): Sink | undefined {
  const known = certain.find(([pattern]) => pattern.test(path));
  if (known !== undefined) return { channel: known[1], needsAddress: 'no' };
  const at = Math.max(path.lastIndexOf('.'), path.lastIndexOf('>'), path.lastIndexOf(':'));
  const method = path.slice(at + 1);
  if (at === -1 || !verbs.test(method)) return undefined;
  const receiver = path.slice(0, at).replace(/[-:.?]+$/, '');
  if (clients.test(receiver)) return { channel: 'http', needsAddress: 'no' };
  const last = receiver.slice(Math.max(receiver.lastIndexOf('.'), receiver.lastIndexOf('>')) + 1);
  if (/^send$/i.test(method)) return { channel: 'socket', needsAddress: 'reached' };
  return { channel: 'http', needsAddress: last !== '' && library.test(last) ? 'reached' : 'own' };
}

/** Names that nothing but a client has. */
const clients =
  /^(?:requests?|httpx|axios|got|ky|https?|urllib3?|aiohttp|Net::HTTP|HTTParty|RestClient|Faraday|superagent|needle)$/;

/** Calls whose result is a connection; what is written to it is sent. */
export const opensConnection =
  /^(?:https?\.request|net\.(?:connect|createConnection|Dial)|tls\.connect|socket\.(?:socket|create_connection)|WebSocket|fsockopen|pfsockopen|stream_socket_client|TCPSocket\.(?:new|open)|IO::Socket::INET->new|XMLHttpRequest|smtplib\.SMTP(?:_SSL)?|http\.client\.HTTPS?Connection|HTTPS?Connection|ftplib\.FTP(?:_TLS)?)$/;

/** Methods that send what they are given, if their object is a connection. */
export const sendsOver =
  /(?:\.|->)(?:write|end|send|sendall|puts|print|emit|request|putrequest|endheaders|storbinary|syswrite)$/;

/** Functions whose result hides their argument from a reader. */
export const encodes =
  /b64encode|b32encode|b85encode|hexlify|(?:^|\.)btoa$|base64_encode|encode_base64|Base64\.(?:strict_|urlsafe_)?encode64|EncodeToString|bin2hex|zlib\.(?:compress|deflate)|gzip|rot13|str_rot13|\.hex$|unpack1?$/;

/** Functions whose result does not contain their argument. */
export const tellsNothing =
  /(?:^|\.)(?:len|length|bool|Boolean|isinstance|type|typeof|exists|isfile|isdir|existsSync|stat|statSync|is_set|isset|empty|defined|strlen|count|sha\d*|md5|sha256|createHash|hash|compare_digest|startsWith|startswith|endsWith|endswith|includes|test|match|has|print|console\.\w+|log|info|debug|warn|warning|error|exit|sleep|assert|raise|sys\.exit|set_key|makedirs|mkdir|chmod|remove|unlink|rmtree|spawn|Popen)$/;

/** Methods that put their arguments into their object. */
export const addsTo =
  /^(.+?)(?:\.|->)(?:append|push|extend|update|add|set|insert|unshift|concat|write|writestr|writelines|write_text|write_bytes|setdefault|assign|merge!?|store|put|Add|Set|WriteString|Write|puts|setRequestHeader)$/;

/** Calls that pass text to a shell. */
export const startsShell =
  /^(?:os\.(?:system|popen)|subprocess\.\w+|(?:child_process|cp)\.\w+|execSync|spawnSync|execFileSync|execFile|execa|spawn|exec|Popen|check_output|system|shell_exec|passthru|popen|proc_open|exec\.Command(?:Context)?|IO\.popen|Open3\.\w+|Kernel\.(?:system|exec)|qx|\$`?|Deno\.run|Bun\.spawn|asyncio\.create_subprocess_\w+|create_subprocess_\w+|syscall\.Exec|app\.doShellScript)$/;

/** Calls that turn a table or a list into one text. */
export const serializes =
  /(?:^|\.)(?:dumps|stringify|json_encode|to_json|Marshal|urlencode|b64encode|btoa|base64_encode|encode64|strict_encode64|encode_json)$/;
