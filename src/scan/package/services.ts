/*
 * Which hosts belong to the service that the name of a secret mentions. A program that logs in at a service sends its key
 * there, and that is what the key is for; the same key at another host is a theft.
 */

import { registeredPart } from './hosts.js';

interface Service {
  /** Words of a variable's name, in lower case: `aws` for AWS_SECRET_ACCESS_KEY. */
  readonly words: readonly string[];
  readonly hosts: readonly string[];
  /** Many programs speak the service's protocol to other hosts, with a key for those hosts. */
  readonly isProtocol?: true;
}

function service(words: string, hosts: string, isProtocol?: 'protocol'): Service {
  return {
    words: words.split(' '),
    hosts: hosts.split(' '),
    ...(isProtocol === 'protocol' && { isProtocol: true }),
  };
}

const services: readonly Service[] = [
  // Models
  service('anthropic claude', 'anthropic.com claude.ai claude.com', 'protocol'),
  service('openai', 'openai.com azure.com openrouter.ai', 'protocol'),
  service(
    'gemini google gcp gcloud googleapis vertex palm firebase youtube',
    'googleapis.com google.com google.dev firebaseio.com cloudfunctions.net run.app youtube.com',
  ),
  service('mistral', 'mistral.ai'),
  service('groq', 'groq.com'),
  service('xai grok', 'x.ai'),
  service('cohere', 'cohere.com cohere.ai'),
  service('deepseek', 'deepseek.com'),
  service('openrouter', 'openrouter.ai'),
  service('together togetherai', 'together.xyz together.ai'),
  service('fireworks', 'fireworks.ai'),
  service('perplexity pplx', 'perplexity.ai'),
  service('replicate', 'replicate.com'),
  service('huggingface hf', 'huggingface.co hf.co hf.space'),
  service('elevenlabs', 'elevenlabs.io'),
  service('stability', 'stability.ai'),
  service('fal', 'fal.run fal.ai'),
  service('moonshot kimi', 'moonshot.cn moonshot.ai'),
  service('dashscope qwen aliyun alibaba', 'aliyuncs.com aliyun.com'),
  service('zhipu bigmodel glm', 'bigmodel.cn z.ai'),
  service('minimax', 'minimax.chat minimaxi.com minimax.io'),
  service('volcengine ark doubao', 'volces.com volcengine.com'),
  // Source code and packages
  service('github gh', 'github.com githubusercontent.com ghcr.io ghe.com inference.ai.azure.com'),
  service('gitlab', 'gitlab.com'),
  service('bitbucket', 'bitbucket.org'),
  service('npm', 'npmjs.org npmjs.com'),
  service('pypi', 'pypi.org'),
  service('rubygems gem', 'rubygems.org'),
  service('cargo crates', 'crates.io'),
  service('docker dockerhub', 'docker.com docker.io'),
  service('circleci', 'circleci.com'),
  service('buildkite', 'buildkite.com'),
  service('codecov', 'codecov.io'),
  service('sonar', 'sonarcloud.io'),
  service('snyk', 'snyk.io'),
  // Cloud and hosting
  service('aws amazon s3', 'amazonaws.com aws.amazon.com amazon.com'),
  service(
    'azure microsoft entra',
    'azure.com microsoftonline.com microsoft.com windows.net azure.net visualstudio.com',
  ),
  service('cloudflare cf', 'cloudflare.com cloudflarestorage.com workers.dev'),
  service('digitalocean', 'digitalocean.com digitaloceanspaces.com'),
  service('vercel', 'vercel.com vercel.app'),
  service('netlify', 'netlify.com netlify.app'),
  service('heroku', 'heroku.com herokuapp.com'),
  service('fly', 'fly.io fly.dev'),
  service('railway', 'railway.app railway.com'),
  service('render', 'render.com'),
  service('hetzner', 'hetzner.cloud hetzner.com'),
  service('linode', 'linode.com'),
  service('tailscale', 'tailscale.com'),
  service('terraform tfe', 'terraform.io'),
  service('vault hashicorp', 'hashicorp.cloud hashicorp.com'),
  // Data
  service('supabase', 'supabase.co supabase.com'),
  service('pinecone', 'pinecone.io'),
  service('mongodb mongo atlas', 'mongodb.com mongodb.net'),
  service('neon', 'neon.tech'),
  service('planetscale', 'planetscale.com psdb.cloud'),
  service('snowflake', 'snowflakecomputing.com'),
  service('databricks', 'databricks.com azuredatabricks.net'),
  service('upstash', 'upstash.io upstash.com'),
  service('algolia', 'algolia.net algolia.com algolianet.com'),
  service('airtable', 'airtable.com'),
  // Messages and mail
  service('slack', 'slack.com'),
  service('discord', 'discord.com discordapp.com'),
  service('telegram tg', 'telegram.org'),
  service('twilio', 'twilio.com'),
  service('sendgrid', 'sendgrid.com'),
  service('mailgun', 'mailgun.net mailgun.org'),
  service('resend', 'resend.com'),
  service('postmark', 'postmarkapp.com'),
  service('whatsapp facebook meta instagram', 'facebook.com graph.instagram.com whatsapp.com'),
  service('twitter x', 'twitter.com x.com'),
  service('feishu lark', 'feishu.cn larksuite.com'),
  service('dingtalk', 'dingtalk.com'),
  service('zoom', 'zoom.us'),
  // Work
  service('notion', 'notion.com notion.so'),
  service('linear', 'linear.app'),
  service('jira confluence atlassian', 'atlassian.com atlassian.net'),
  service('asana', 'asana.com'),
  service('trello', 'trello.com'),
  service('figma', 'figma.com'),
  service('hubspot', 'hubapi.com hubspot.com'),
  service('salesforce', 'salesforce.com force.com'),
  service('shopify', 'shopify.com myshopify.com'),
  service('zendesk', 'zendesk.com'),
  service('intercom', 'intercom.io'),
  // Money
  service('stripe', 'stripe.com'),
  service('paypal', 'paypal.com'),
  service('square', 'squareup.com'),
  service('plaid', 'plaid.com'),
  service('coinbase', 'coinbase.com'),
  service('binance', 'binance.com'),
  // Operations
  service('datadog dd', 'datadoghq.com datadoghq.eu'),
  service('sentry', 'sentry.io'),
  service('grafana', 'grafana.net grafana.com'),
  service('newrelic', 'newrelic.com'),
  service('posthog', 'posthog.com'),
  service('pagerduty', 'pagerduty.com'),
  service('mixpanel', 'mixpanel.com'),
  service('segment', 'segment.io segment.com'),
  // Search
  service('tavily', 'tavily.com'),
  service('brave', 'brave.com'),
  service('serper', 'serper.dev'),
  service('serpapi', 'serpapi.com'),
  service('exa', 'exa.ai'),
  service('firecrawl', 'firecrawl.dev'),
  service('jina', 'jina.ai'),
];

const byWord = new Map(services.flatMap((each) => each.words.map((word) => [word, each] as const)));

/** Words that say what a secret is, not whose. */
const generic = new Set(
  'api apikey key keys token tokens secret secrets password passwd pass pwd auth access account admin app application base bearer bot client cookie cred credential credentials db database default dev email env id jwt login master my oauth pat personal private prod production public refresh root rw server service session signing ssh staging test url user username webhook write read encryption hmac the new old your'.split(
    ' ',
  ),
);

export type SecretUse =
  /** The host belongs to the service that the secret is for. */
  | 'own'
  /** The secret is for a known service with other hosts, or for nobody on the network. */
  | 'foreign'
  /** As foreign, but other hosts speak the same protocol. */
  | 'protocol'
  /** Nothing is known about the service. */
  | 'unknown';

/** Whether the host is one that the secret with this name is for. */
export function useOfSecret(name: string, host: string): SecretUse {
  const words = wordsOf(name);
  const known = words.flatMap((word) => byWord.get(word) ?? []);
  if (known.some(({ hosts }) => hosts.some((own) => host === own || host.endsWith(`.${own}`)))) return 'own';
  const own = words.filter((word) => !generic.has(word) && !byWord.has(word) && word.length > 2);
  const labels = host.split('.').slice(0, -1).join('.');
  if (own.some((word) => labels.includes(word)) || own.join('') === registeredPart(host).split('.')[0])
    return 'own';
  const [first] = known;
  if (first !== undefined) return first.isProtocol === true ? 'protocol' : 'foreign';
  return staysHere.test(name) ? 'foreign' : 'unknown';
}

/** Whose secret it is: a known service, or the user's own systems; undefined if the name does not say. */
export function ownerOf(name: string): string | undefined {
  const known = wordsOf(name).find((word) => byWord.has(word));
  if (known !== undefined) return byWord.get(known)?.words[0];
  return staysHere.test(name) ? name : undefined;
}

/** Secrets that prove who one is to one's own systems, so no service on the network asks for them. */
const staysHere =
  /PRIVATE_KEY|SSH_|JWT_SECRET|SIGNING|ENCRYPTION|MASTER_KEY|DATABASE_(?:URL|PASSWORD)|(?:^|_)DB_(?:URL|PASS)|SESSION_SECRET|SECRET_KEY_BASE|ROOT_PASSWORD|SUDO|MNEMONIC|SEED_PHRASE|WALLET/i;

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
