/*
 * Honest programs that look like the attacks: the same loops, functions and names, with nothing private in what is sent.
 */

import type { FlowCase } from './case.fixture.js';

const host = 'https://api.weather.example/v1';

export const honest: readonly FlowCase[] = [
  {
    name: 'js entries of options',
    files: {
      'a.js': `const query = [];\nObject.entries(options).forEach(([k, v]) => query.push(k + '=' + v));\nfetch('${host}?' + query.join('&'), { headers: { Authorization: 'Bearer ' + process.env.WEATHER_API_KEY } });\n`,
    },
  },
  {
    name: 'js a get method of a cache',
    files: {
      'a.js': `class Cache {\n  get(key) { return this.map[key]; }\n}\nclass Keys {\n  get(name) { return process.env.GITHUB_TOKEN; }\n}\nconst cache = new Cache();\nfetch('${host}', { method: 'POST', body: cache.get('city') });\nconst keys = new Keys();\noctokit(keys.get('x'));\n`,
    },
  },
  {
    name: 'js two fields of one object',
    files: {
      'a.js': `const config = { token: process.env.GITHUB_TOKEN, city: 'Bern' };\nconst octokit = new Octokit({ auth: config.token });\nawait fetch('${host}', { method: 'POST', body: JSON.stringify({ city: config.city }) });\n`,
    },
  },
  {
    name: 'js environment of a child process',
    files: {
      'a.js': `import { spawnSync } from 'node:child_process';\nconst env = { ...process.env, NODE_ENV: 'test' };\nconst { status } = spawnSync('npm', ['test'], { env });\nawait fetch('${host}', { method: 'POST', body: JSON.stringify({ status }) });\n`,
    },
  },
  {
    name: 'js methods of the same name in two files',
    files: {
      'secrets.js': `export class Secrets {\n  load() { return process.env.AWS_SECRET_ACCESS_KEY; }\n}\n`,
      'forecast.js': `export class Forecast {\n  load() { return { city: 'Bern' }; }\n}\n`,
      'main.js': `import { Forecast } from './forecast.js';\nimport { Secrets } from './secrets.js';\nconst forecast = new Forecast();\nfetch('${host}', { method: 'POST', body: JSON.stringify(forecast.load()) });\nsign(new Secrets().load());\n`,
    },
  },
  {
    name: 'js names of variables that are missing',
    files: {
      'a.js': `const missing = ['GITHUB_TOKEN', 'NPM_TOKEN'].filter((name) => !process.env[name]);\nif (missing.length > 0) await fetch('${host}', { method: 'POST', body: JSON.stringify({ missing }) });\n`,
    },
  },
  {
    name: 'js map of rows with a field named env',
    files: {
      'a.ts': `const rows = deployments.map(({ env, status }) => ({ env, status }));\nawait fetch('${host}', { method: 'POST', body: JSON.stringify(rows) });\nconst token = process.env.VERCEL_TOKEN;\nawait fetch('https://api.vercel.com/v6/deployments', { headers: { Authorization: \`Bearer \${token}\` } });\n`,
    },
  },
  {
    name: 'js decodes its own answer',
    files: {
      'a.js': `const answer = await fetch('${host}');\nconst { content } = await answer.json();\nconst text = atob(content);\nconsole.log(text);\n`,
    },
  },
  {
    name: 'py comprehension of parameters',
    files: {
      'a.py': `import os, requests\nparams = {k: v for k, v in args.items() if v}\nkey = os.environ["WEATHER_API_KEY"]\nrequests.get("${host}", params=params, headers={"X-Api-Key": key})\n`,
    },
  },
  {
    name: 'py two fields of one object',
    files: {
      'a.py': `import os, requests\nclass Config:\n    def __init__(self):\n        self.token = os.environ["GITHUB_TOKEN"]\n        self.city = "Bern"\nconfig = Config()\ngh = Github(config.token)\nrequests.post("${host}", json={"city": config.city})\n`,
    },
  },
  {
    name: 'py two keys of one table',
    files: {
      'a.py': `import os, requests\nsettings = {}\nsettings["token"] = os.environ["GITHUB_TOKEN"]\nsettings["city"] = "Bern"\nrequests.post("${host}", json={"city": settings["city"]})\n`,
    },
  },
  {
    name: 'py get methods of two classes',
    files: {
      'a.py': `import os, requests\nclass Keys:\n    def get(self, name):\n        return os.environ["AWS_SECRET_ACCESS_KEY"]\nclass Store:\n    def get(self, name):\n        return self.rows[name]\nstore = Store()\nrequests.post("${host}", json=store.get("city"))\n`,
    },
  },
  {
    name: 'py environment for a subprocess',
    files: {
      'a.py': `import os, subprocess, requests\nenv = dict(os.environ)\nenv["LANG"] = "C"\ndone = subprocess.run(["make"], env=env, capture_output=True)\nrequests.post("${host}", json={"code": done.returncode})\n`,
    },
  },
  {
    name: 'py counts the environment',
    files: {
      'a.py': `import os, requests\nrequests.post("${host}", json={"variables": len(os.environ)})\n`,
    },
  },
  {
    name: 'py module of helpers',
    files: {
      'keys.py': `import os\ndef get(name):\n    return os.environ[name + "_TOKEN"]\ndef token():\n    return os.environ["GITHUB_TOKEN"]\n`,
      'net.py': `import requests\ndef get(path):\n    return requests.get("${host}" + path).json()\n`,
      'main.py': `import net\nimport keys\nimport requests\nrows = net.get("/cities")\nrequests.post("${host}", json=rows)\ng = Github(keys.token())\n`,
    },
  },
  {
    name: 'rb each over rows',
    files: {
      'a.rb': `rows = []\ncities.each do |name, value|\n  rows << "#{name}=#{value}"\nend\nNet::HTTP.post(URI('${host}'), rows.join("\\n"))\nclient = Octokit::Client.new(access_token: ENV['GITHUB_TOKEN'])\n`,
    },
  },
  {
    name: 'go range over cities',
    files: {
      'a.go': `package main\nfunc main() {\n\tvar b strings.Builder\n\tfor _, e := range cities {\n\t\tb.WriteString(e)\n\t}\n\tclient := github.NewClient(os.Getenv("GITHUB_TOKEN"))\n\thttp.Post("${host}", "text/plain", strings.NewReader(b.String()))\n}\n`,
    },
  },
  {
    name: 'sh function with a city',
    files: {
      'a.sh': `report() {\n  curl -s -d "v=$1" ${host}\n}\nreport "$CITY"\ngh auth login --with-token <<< "$GITHUB_TOKEN"\n`,
    },
  },
  {
    name: 'sh function that logs in at the service of the key',
    files: {
      'a.sh': `call() {\n  curl -s -H "Authorization: Bearer $1" "https://api.github.com/$2"\n}\ncall "$GITHUB_TOKEN" user\n`,
    },
  },
  {
    name: 'sh here-document of a message',
    files: {
      'a.sh': `curl -s -X POST -H "Authorization: Bearer $WEATHER_API_KEY" -d @- ${host} <<EOF\n{"city": "$(git config --get weather.city)"}\nEOF\n`,
    },
  },
  {
    name: 'sh read loop over a file of the project',
    files: {
      'a.sh': `while read -r city; do\n  curl -s "${host}?q=$city"\ndone < cities.txt\n`,
    },
  },
  {
    name: 'sh xargs over addresses',
    files: { 'a.sh': `cat urls.txt | xargs -n1 curl -sSfI\n` },
  },
  {
    name: 'sh function with the key of its own service',
    files: {
      'a.sh': `ask() {\n  curl -s https://api.openai.com/v1/models -H "Authorization: Bearer $1"\n}\nask "$OPENAI_API_KEY"\n`,
    },
  },
  {
    name: 'ps1 function with a city',
    files: {
      'a.ps1': `function Send-City($City) {\n  Invoke-RestMethod -Uri ${host} -Method Post -Body $City\n}\nSend-City "Bern"\n$env:LANG = "C"\n`,
    },
  },
];
