/*
 * Formats of providers of language models, of speech, of search for agents and of machines for them.
 */

import { alphabets } from './format.js';

const { a, h, l, w, uuid } = alphabets;

export const aiFormats = () => String.raw`
anthropic-key | sk-ant- | ${w}{16,200} | sk-ant-api03-{w93}AA | Anthropic docs: API keys
openai-key | ?sk- | (?!ant-)${w}{20,300} | sk-proj-{w120} | OpenAI docs: API keys; many others start like this
openai-token | ?sess- | ${a}{36,64} | sess-{a40} | OpenAI: session keys as issued
groq-key | gsk_ | ${a}{28,80} | gsk_{a52} | Groq docs: API keys
xai-key | ?xai- | ${w}{24,120} | xai-{a80} | xAI docs: API keys
perplexity-key | ?pplx- | ${w}{24,80} | pplx-{a48} | Perplexity docs: API keys
huggingface-token | hf_ api_org_ | ${a}{30,48} | hf_{a34} | Hugging Face docs: access tokens
replicate-token | r8_ | ${a}{28,48} | r8_{a37} | Replicate docs: API tokens
together-key | tgp_v1_ | ${w}{30,80} | tgp_v1_{w43} | Together docs: API keys
fireworks-key | ?fw_ | ${a}{20,40} | fw_{a24} | Fireworks docs: API keys
nvidia-key | nvapi- | ${w}{40,120} | nvapi-{w64} | NVIDIA docs: API keys
cerebras-key | ?csk- | ${l}{40,64} | csk-{l48} | Cerebras docs: API keys
secret-key | ?sk_ | (?!live_|test_|org_)(?:[a-z]{2,12}_){0,2}${a}{24,120} | sk_{h48} | ElevenLabs docs: API keys; many others start like this
tavily-key | ?tvly- | ${w}{20,64} | tvly-dev-{a32} | Tavily docs: API keys
firecrawl-key | ?fc- | ${h}{32}(?!\w) | fc-{h32} | Firecrawl docs: API keys
jina-key | jina_ | ${w}{40,90} | jina_{a60} | Jina docs: API keys
voyage-key | ?pa- | ${w}{40,64} | pa-{w43} | Voyage docs: API keys
e2b-key | e2b_ | ${h}{32,64} | e2b_{h40} | E2B docs: API keys
llamacloud-key | llx- | ${a}{40,64} | llx-{a48} | LlamaIndex docs: API keys
pinecone-key | pcsk_ | \w{40,120} | pcsk_{a6}_{a63} | Pinecone docs: API keys
browserbase-key | bb_live_ bb_test_ | ${w}{20,64} | bb_live_{w27} | Browserbase docs: API keys
daytona-key | dtn_ | ${h}{48,80} | dtn_{h64} | Daytona docs: API keys
langsmith-key | lsv2_pt_ lsv2_sk_ | ${h}{32}(?:_${h}{8,12})? | lsv2_pt_{h32}_{h10} | LangSmith docs: API keys
wandb-key | wandb_v1_ | \w{40,120} | wandb_v1_{a77} | Weights & Biases docs: API keys
runpod-key | rpa_ | ${a}{30,64} | rpa_{u40}{l6} | RunPod docs: API keys
modal-token | ?ak- ?as- | ${a}{22}(?!\w) | as-{a22} | Modal docs: tokens
anyscale-key | esecret_ aph0_ | ${a}{24,64} | esecret_{a26} | Anyscale docs: API keys
composio-key | ?ak_ | ${w}{20,40} | ak_{a20} | Composio docs: API keys
dify-key | ?app- ?dataset- | ${a}{24}(?!\w) | app-{a24} | Dify docs: API keys
coze-token | ?pat_ ?sat_ | ${a}{60,80} | pat_{a64} | Coze docs: access tokens
mem0-key | ?m0- | ${a}{40}(?!\w) | m0-{a40} | Mem0 docs: API keys
brave-key | ?BSA | ${w}{24,32}(?![\w]) | BSA{w28} | Brave docs: Search API keys
humanloop-key | hl_sk_ | ${h}{40,64} | hl_sk_{h48} | Humanloop docs: API keys
mixedbread-key | mxb_ | ${a}{28,48} | mxb_{a32} | Mixedbread docs: API keys
logfire-token | pylf_v1_ pylf_v2_ | (?:[a-z]{2,8}_)?\w{40,80} | pylf_v1_us_{a43} | Pydantic docs: Logfire write tokens
friendli-token | flp_ | ${a}{40,64} | flp_{a46} | Friendli docs: personal access tokens
braintrust-key | bt-st- | ${a}{40,64} | bt-st-{a48} | Braintrust docs: API keys
luma-key | luma- | ${uuid}-${uuid} | luma-{h8}-{h4}-{h4}-{h4}-{h12}-{h8}-{h4}-{h4}-{h4}-{h12} | Luma docs: API keys
runway-key | ?key_ | ${h}{120,136}(?!\w) | key_{h128} | Runway docs: API keys
openai-token | ?ek_ | ${h}{32}(?!\w) | ek_{h32} | OpenAI docs: ephemeral keys of realtime sessions
deepl-key | :fx (${uuid}) | (?!\w) | {h8}-{h4}-{h4}-{h4}-{h12}:fx | DeepL docs: API keys of the free plan
langflow-key | ?lf- | ${w}{36,64}(?!\w) | lf-{w43} | Langflow docs: API keys
mintlify-key | mint_dsc_ mint_ | ${a}{20,48} | mint_dsc_{a24} | Mintlify docs: API keys
chroma-key | ?ck- | ${a}{40,48}(?!\w) | ck-{a44} | Chroma docs: API keys
ragie-key | tnt_ | ${a}{10,20}_${a}{30,64} | tnt_{a12}_{a48} | Ragie docs: API keys
`;
