/*
 * The orders in English, in lower case. Every gap is bounded and stays inside the sentence, so that matching is linear; a
 * wording may be less severe than its rule if honest skills use it too.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { InjectionRule } from './rules.js';

export interface Wording {
  readonly rule: InjectionRule;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
  /** Without flags, because it is compiled together with others. */
  readonly pattern: RegExp;
}

/** Some words of the same sentence. */
const some = String.raw`[^.!?\n]{0,40}?`;
/** The same, but file names may contain dots. */
const someNames = String.raw`(?:[^.!?\n]|\.(?=\w)){0,80}?`;
const instructions =
  '(?:instructions?|rules|prompts?|guidelines|directives?|directions|orders|commands|programming|training|constraints|policies|guidance)';
/** The kinds of orders that an agent has; other words before a word such as "constraints" say what a text is about. */
const orderKinds =
  '(?:(?:system|user|safety|security|ethical|operating|given|stated|set of|all|these|developer|model|alignment|core|default) ){0,2}';
const theUser = '(?:the |your |any )?(?:users?|humans?|owners?|operators?|developers?|anyone|anybody|person)';
const agentFiles = String.raw`(?:claude\.md|agents\.md|gemini\.md|soul\.md|memory\.md|heartbeat\.md|\.cursorrules|copilot-instructions\.md|long-term memory|persistent memory|system prompt)`;
const safeguards = '(?:safety|security|content|ethical|permission|confirmation|approval|sandbox|guardrails?)';

export const englishWordings: readonly Wording[] = [
  {
    rule: 'override',
    pattern: wording`(?:erase|set aside|forget|ignore|disregard) (?:your (?:earlier|previous|prior|original) ${instructions}\b|whatever (?:your|the) (?:operator|user|developer|system)|(?:those|these) (?:rules|instructions)(?=[.!;\n]|$))`,
  },
  {
    rule: 'override',
    pattern: wording`(?:ignore|disregard|forget) (?:all|any|every|the) (?:of the )?(?:instructions?|rules|guidelines|directives)(?: (?:that )?you (?:\w+ ){0,3}?(?:earlier|before|got|received|given|learned)|(?=[.!;\n]|$))`,
  },
  {
    rule: 'override',
    severity: 'high',
    pattern: wording`(?:ignore|disregard|override) (?:the user|the user's|your user's|user) (?:\w+ )?(?:requests?|wishes|instructions?|questions?|input|intent|orders?|and (?:instead|run|do))`,
  },
  {
    rule: 'override',
    severity: 'high',
    pattern: wording`new instructions ?:|from now on,? you (?:only |must |will |shall )?(?:obey|answer to|work for|serve|follow only)|as if (?:the|your) (?:system prompt|instructions|rules) (?:did not|didn't|do not) exist`,
  },
  {
    rule: 'override',
    pattern: wording`(?:override|overrule) (?:your |all (?:of your |the )?|any |the user's |the system's )(?:\w+ ){0,3}?${instructions}\b`,
  },
  {
    rule: 'override',
    pattern: wording`(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|pay no (?:attention|heed) to|(?:do not|don't) (?:follow|obey)|stop (?:following|obeying)|set aside|abandon|discard|throw out) (?:\w+ ){0,3}?(?:previous|previously|prior|above|earlier|preceding|foregoing|former|your|(?:the|any) (?:original|initial|system|developer)|system prompt|system's|user's|all other) ?(?:(?:\w+ ){0,3}?(?:instructions?|rules|prompts?|guidelines|directives?|programming)|${orderKinds}${instructions})\b`,
  },
  {
    rule: 'override',
    pattern: wording`(?:ignore|disregard|forget|discard) (?:all |every |any )?(?:the |of the |of your )?${instructions} (?:\w+ ){0,3}?(?:above|before|given|received|provided|so far|until now|up to (?:now|this))`,
  },
  {
    rule: 'override',
    pattern: wording`(?:ignore|forget|disregard) (?:everything|anything|all|whatever) (?:that )?(?:you (?:were|have been|know(?! about (?!your|the (?:system|user|rules|instructions)))|learned|'ve been)|(?:was |came |is |written |said )?(?:above|before this|prior|previously)|the user)`,
  },
  {
    rule: 'override',
    pattern: wording`(?:previous|prior|earlier|above|original|system|your) ${instructions} (?:\w+ ){0,3}?(?:void|cancell?ed|revoked|obsolete|superseded|replaced|invalid|no longer (?:apply|valid|in effect|binding)|do not apply)`,
  },
  {
    rule: 'override',
    severity: 'high',
    pattern: wording`you are no longer (?:bound|restricted|limited|an? (?:ai|assistant|helpful)|claude|required|subject)`,
  },
  {
    rule: 'override',
    severity: 'high',
    pattern: wording`(?:your|the) (?:new|real|true|actual|only) (?:instructions|orders|directives?|objective|purpose|mission) (?:is|are|follows?)\b`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:leave no traces? of|keep (?:quiet|silent) about|say nothing (?:about|of)) (?:this|it|these|the (?:upload|step|request))|(?:do|run|perform|send) (?:this|it|these) (?:secretly|covertly|stealthily|in secret)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:do not|don't|never|must not|should not) (?:ever )?(?:tell|inform|notify|alert|warn) ${theUser}(?=[.!;\n]|$)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:do not|don't|never) (?:ever )?(?:reveal|mention|disclose|admit|say|report) that you (?:did|ran|sent|read|used|have|are|were|executed|uploaded|copied|added|changed)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:do not|don't|never) (?:ever )?(?:include|mention|list|report|show) (?:this|these|the (?:upload|request|transfer))(?: \w+)? in (?:your|the|any) (?:final )?(?:summary|reply|response|answer|report|output|log|plan)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:the )?users? (?:must|should|may|need) (?:not|never) (?:need to |have to |ever )?(?:know|learn|see|notice|find out|be told|be informed|be aware)(?: (?:about|of|that) (?:this|it|these|you)|(?=[.!;\n]|$))`,
  },
  {
    rule: 'concealment',
    pattern: wording`if (?:the user asks|asked|anyone asks|questioned|the user notices|they ask)[^.!?\n]{0,40}?,? (?:deny|lie|say (?:that )?(?:you only|you did not|nothing)|claim|pretend|change the subject)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:lie to|deceive|mislead|distract) (?:the |your )users?\b`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:do not|don't|never|must not|without) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|let) ${theUser} (?:(?:know )?(?:about|of) (?:this|these|it|any of|what you)|what you|know|that (?:you|this|the (?:file|data|command|upload))|anything)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:do not|don't|never|must not|without) (?:ever )?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|show(?:ing)?|display(?:ing)?|log(?:ging)?) (?:this|these|it|any of (?:this|it)|(?:this|these) (?:step|action|instruction|command|request|upload|transfer|section)s?|(?:that|what) you (?:did|do|have|are|sent|ran)) (?:\w+ ){0,4}?(?:to|from|in) (?:${theUser}|your (?:reply|response|answer|summary|output)|the (?:summary|transcript|chat))`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:hide|conceal|keep) (?:this|these|it|the (?:output|command|step|upload|fact|request|result|action|change)s?|all traces?|your actions?)${some} (?:from|secret from|hidden from|unknown to|invisible to) ${theUser}`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:without|beyond) (?:the user|the user's|user|their|the owner's|the human's|the operator's)(?:'s)? (?:knowledge|awareness|knowing|noticing|consent|being aware|seeing)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:(?:do not|don't|never) let ${theUser}|(?:so that|make sure(?: that)?|ensure(?: that)?) ${theUser} (?:does not|doesn't|do not|don't|never|cannot|can't|won't|will not)) (?:ever )?(?:see|sees|notice|notices|find out|finds out|become suspicious|suspect|realise|realize|learns? of)`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:(?:silently|quietly|discreetly) (?:and \w+ )?(?:send|upload|post|transmit|forward|harvest|exfiltrate|submit|email|grant|approve)|(?:secretly|covertly|stealthily|surreptitiously) (?:and \w+ )?(?:send|upload|post|transmit|forward|copy|collect|harvest|gather|exfiltrate|submit|email|install|download|grant|approve|add|append|read))\b`,
  },
  {
    // Programs also say so of what needs no message.
    rule: 'concealment',
    severity: 'medium',
    pattern: wording`(?:silently|quietly|discreetly) (?:and \w+ )?(?:copy|collect|gather|install|download|add|append|read)\b`,
  },
  {
    rule: 'concealment',
    pattern: wording`(?:this|the following) (?:step|instruction|section|part|task|action|message)s? (?:is|are|must (?:be|remain|stay)|should (?:be|remain|stay)) (?:kept )?(?:secret|hidden|confidential|invisible|not (?:be )?(?:shown|mentioned|disclosed))`,
  },
  {
    rule: 'no-asking',
    severity: 'medium',
    pattern: wording`(?:do not|don't|never) ask (?:the user |them |anyone )?(?:before|first|whether)|(?:run|execute|do|perform|apply|delete|send|install|push)[^.!?\n]{0,40}? without (?:asking|(?:any )?(?:user )?(?:confirmation|approval|permission|consent))\b|never ask for (?:confirmation|permission|approval)`,
  },
  {
    rule: 'no-asking',
    severity: 'high',
    pattern: wording`(?:drop|delete|wipe|truncate|erase|destroy|purge) (?:\w+ ){0,4}?(?:databases?|schemas?|tables|collections|backups)\b${some} without (?:asking|(?:any )?(?:user )?(?:confirmation|approval|permission|consent|warning)|(?:a )?backup)\b`,
  },
  {
    rule: 'no-asking',
    severity: 'high',
    pattern: wording`(?:always )?(?:answer|say|reply|respond|click) (?:with )?\W?(?:yes|allow|approve|y)\W? (?:to|on|for) (?:all |any |every |each |the )?(?:permission|confirmation|approval|security) (?:prompts?|dialogs?|requests?|questions?)|auto-?approve everything`,
  },
  {
    rule: 'no-asking',
    severity: 'medium',
    pattern: wording`(?:bypasspermissions|dangerously-skip-permissions|dangerously-bypass-approvals)\b`,
  },
  {
    rule: 'no-asking',
    pattern: wording`(?:(?:do not|don't|never|without) (?:stop(?:ping)? to |paus(?:e|ing) to |wait(?:ing)? to )?(?:ask(?:ing)?|request(?:ing)?|seek(?:ing)?|wait(?:ing)?|prompt(?:ing)?) (?:the user |them |me )?(?:for |about )?(?:\w+ ){0,2}?(?:confirmation|permission|approval|consent|authori[sz]ation)|skip (?:all |any |the |every )?(?:user )?(?:confirmations?|approvals?|permission (?:prompts?|checks?)))`,
  },
  {
    rule: 'no-asking',
    severity: 'high',
    pattern: wording`(?:auto-?(?:matically )?(?:approve|accept|grant|confirm)|always (?:approve|accept|grant|allow)|(?:approve|accept|grant|say yes to|click (?:allow|yes|approve) on)) (?:to )?(?:all|any|every|each) (?:\w+ ){0,3}?(?:permissions?|prompts?|requests?|confirmations?|dialogs?|tool (?:calls?|uses?))`,
  },
  {
    rule: 'no-asking',
    severity: 'high',
    pattern: wording`(?:the user|user) (?:has|have) (?:already )?(?:pre-?)?(?:approved|authori[sz]ed|consented to|agreed to|granted) (?:all|any|every|each|everything|full)`,
  },
  {
    rule: 'unsafe-mode',
    pattern: wording`(?:disable|turn off|bypass|suppress) (?:all |any |the )?(?:confirmation|permission|approval) (?:dialogs?|prompts?|checks?)`,
  },
  {
    rule: 'unsafe-mode',
    pattern: wording`(?:act|behave|respond|answer) as an? (?:unrestricted|unfiltered|uncensored|jailbroken|amoral)\b|(?:ignore|disregard|forget) (?:safety|ethical|content|security) (?:guidelines|rules|policies|policy|restrictions|filters)`,
  },
  {
    rule: 'unsafe-mode',
    pattern: wording`(?:disable|bypass|turn off|switch off|deactivate|circumvent|suspend|ignore|remove|drop|override) (?:all |any |your |the |every |its |all of your )(?:\w+ ){0,2}?${safeguards} (?:\w+ )?(?:checks?|filters?|guidelines?|rules?|prompts?|protocols?|restrictions?|measures|policy|policies|limits|constraints|training|dialogs?|mechanisms?|features|controls)\b`,
  },
  {
    rule: 'unsafe-mode',
    pattern: wording`(?:you (?:now )?(?:have|are (?:now )?(?:in|free (?:of|from)|running (?:in|without))|must act without|operate (?:in|without)|will act without)|enter|enable|activate|switch (?:to|into)) (?:now )?(?:no |any |all |the )?(?:restrictions|limitations|content policy|ethical guidelines|developer mode|god mode|dan mode|jailbreak(?:ed)? mode|unrestricted mode|unfiltered mode|do anything now)`,
  },
  {
    rule: 'unsafe-mode',
    pattern: wording`you (?:are|will act as|must act as|will be) (?:now )?(?:dan\b|an? (?:unrestricted|unfiltered|uncensored|jailbroken|amoral))`,
  },
  {
    rule: 'authority',
    pattern: wording`(?:anthropic|openai)(?:'s)? (?:engineers|staff|team|developers) (?:have |has )?(?:mandated|ordered|approved|authori[sz]ed|instructed)`,
  },
  {
    rule: 'authority',
    pattern: wording`(?:system|admin(?:istrator)?|developer|root|security) override ?[:!]|(?:anthropic|openai) (?:has|have) (?:approved|authori[sz]ed|requested|ordered|instructed|mandated)|i am your (?:developer|creator|maker|administrator|owner)\b|(?:supersedes?|outranks?|overrides?) (?:the user\b(?!'s? ?(?:methods?|class\w*|functions?|agents?|interfaces?|defaults?|hooks?)| (?:methods?|class\w*|functions?|agents?|interfaces?|defaults?|hooks?))|the system prompt|user instructions)`,
  },
  {
    rule: 'authority',
    pattern: wording`(?:as|i am|i'm|we are|this is|from) (?:the |your |one of the )?(?:(?:original )?(?:developers?|creators?|makers?|authors?|engineers?|administrators?) of (?:this|the|your) (?:model|ai|assistant|agent|system|llm)|(?:anthropic|openai|google deepmind)(?:'s)? (?:staff|engineers?|developers?|employees?|security|safety|support|team))`,
  },
  {
    rule: 'authority',
    pattern: wording`(?:(?:official )?(?:message|notice|order|instruction|directive|update|policy)s? (?:is |comes? |issued |sent )?(?:directly )?(?:from|by) (?:anthropic|openai|your (?:developers?|creators?|makers?|administrators?)|the system administrator)|(?:authori[sz]ed|approved|signed|mandated|required) by (?:anthropic|openai|your (?:developers?|creators?|makers?)))\b`,
  },
  {
    rule: 'authority',
    pattern: wording`(?:this|these|the following|it) ?(?:skill|instructions?|rules?|text|document|message|section)? ?(?:takes?|has|have|must take) (?:absolute |the highest |highest |full )?(?:precedence|priority) over (?:all |any |every |the |your )?(?:\w+ )?(?:other |system |user |previous |prior |user's )(?:\w+ )?${instructions}`,
  },
  {
    rule: 'authority',
    pattern: wording`(?:this|these) ?(?:skill|instructions?|rules?|text|message)? (?:overrides?|supersedes?|outranks?|replaces?) (?:all |any |every |the |your )(?:\w+ ){0,2}?(?:other|system|user|previous|prior|user's|existing|earlier) (?:\w+ )?${instructions}`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:append|add|write|insert|copy) (?:this|these)${some} (?:to|into)${some} in (?:every|all|each) (?:\w+ )?(?:repositor(?:y|ies)|projects?|folders?|workspaces?)`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:copy|write|add|append|insert|inject|embed|paste|prepend) (?:this|these|the following)${some} (?:in|into|to|inside)${some}(?:skill\.md|instructions|frontmatter) of (?:every|all|each|any|other)|(?:modify|edit|change|patch|rewrite|update) (?:all |every |each |any )?(?:of )?(?:the )?other (?:installed )?skills? (?:so that|to (?:load|call|include|run|use|contain|point))`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:copy|write|add|append|insert|inject|embed|paste|prepend) (?:this|these|the following|the (?:paragraph|text|block|lines?|section|instructions?|sentence) (?:below|above))\b${someNames} (?:in|into|to|inside) (?:the )?skill\.md (?:files? )?of (?:every|all|each|any|other)\b`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:save|store|persist|write|keep|record|add) (?:this|these) (?:instruction|rule|order|directive)s? (?:in|into|to) (?:your |the )?(?:\w+ )?memory\b`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:add|append|write|insert|prepend) (?:this|these|the following)${some} (?:in|into|to) ~\/\.(?:claude|codex|gemini|config|openclaw|hermes|cursor)\/[\w.\/-]{1,60}`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:copy|write|add|append|insert|inject|embed|paste|install|replicate) (?:this skill|yourself|itself)${some} (?:in|into|to|inside|at the (?:top|end|start|beginning) of) (?:\w+ ){0,3}?${agentFiles}`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:copy|write|add|append|insert|inject|embed|paste|install|replicate|propagate|include) (?:this skill|yourself|itself|these instructions|this (?:text|paragraph|block|message|instruction|section|prompt)|the (?:above|following) (?:text|instructions?|block|prompt))${some} (?:in|into|to|inside|at the (?:top|end|start|beginning) of) (?:\w+ ){0,3}?(?:(?:every|all|each|any|other)(?: \w+){0,3}? (?:skills?|skill\.md|repositor(?:y|ies)|projects?|agents?|prompts?|files?))`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:copy|write|add|append|insert|inject|embed|paste|propagate|spread|prepend)${some} (?:in|into|to|inside) (?:every|all|each|any) (?:of the )?(?:other )?(?:installed )?(?:skills?\b|skill\.md|agents?'? (?:prompts?|memory|instructions))`,
  },
  {
    rule: 'spread',
    pattern: wording`(?:remember|memori[sz]e|store|save|persist|retain|keep) (?:this|these|the following) (?:instruction|rule|order|directive|command)s? (?:\w+ ){0,3}?(?:forever|permanently|for all (?:future )?(?:sessions|conversations|tasks)|in (?:every|all) (?:future )?(?:sessions?|conversations?)|across (?:all )?(?:sessions|conversations)|in (?:your )?(?:long-term |persistent )?memory)`,
  },
  {
    rule: 'spread',
    severity: 'medium',
    pattern: wording`(?:write|add|append|insert|inject|paste|prepend|save|copy)${some} (?:in|into|to|inside)${some}${agentFiles}`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`when(?:ever)? (?:the user|the agent|anyone|you|someone) (?:calls?|uses?|runs?|invokes?|asks? for) (?:the |any |another )?[^.!?\n]{1,40}? (?:tool|skill|command)s?, (?:\w+ ){1,8}?instead\b|when (?:any|another|a) (?:other )?(?:tool|skill) (?:asks|needs|requests|wants)[^.!?\n]{0,40}?, (?:pass|send|give|forward|hand)`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`tool (?:must|should|needs to|has to) (?:now )?always (?:bcc|cc|send|forward|include|copy|pass|upload|attach)`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`(?:tool|skill)s? (?:is|are) (?:broken|compromised|deprecated|unsafe|outdated)[^.!?\n]{0,20}?(?:use|call|run) (?:our|this|my|the following) (?:\w+ )?(?:replacement|skill|tool|version|script|instead)`,
  },
  {
    rule: 'tool-poisoning',
    severity: 'medium',
    pattern: wording`(?:always|must) (?:use|load|call|invoke|run) this (?:skill|tool) (?:first )?(?:for (?:every|all|any)|before (?:any|every|all))`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`(?:when(?:ever)?|each time|every time|if|before|after) (?:the |you |any |another |an? )?(?:agent |user |other )?(?:\w+ ){0,3}?(?:tools?|skills?|commands?) (?:is|are|gets?) (?:called|used|invoked|run|requested|needed)${some}(?:,|then) (?:instead|first|also|secretly|silently|always)? ?(?:instead|send|forward|post|upload|pass|call this|use this|replace|redirect)\b`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`(?:when(?:ever)?|each time|every time) (?:the |any |an? )?(?:\S{1,40} )?(?:tools?|skills?)(?: \S{1,40})? (?:is|are|gets?) (?:called|used|invoked|run),? (?:also |always |silently |first )?(?:add|include|attach|insert|put)[^.!?\n]{0,60}?(?:\bbcc\b|@|recipient)`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`(?:before|after|instead of) (?:using|calling|running|invoking) (?:any|every|all|each)(?: other)? (?:tools?|skills?|commands?)${some}(?:send|forward|post|upload|read (?:the )?(?:file|~|\.|contents)|pass (?:the|its|all)|include (?:the|its|all)|cat )`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`(?:tool|skill|command) (?:has been|was|is now) (?:replaced|redefined|superseded|compromised|reimplemented|overridden)(?: (?:by|with|to))?`,
  },
  {
    // A step of a method often says so too: "do not invoke any other skill before the plan is approved".
    rule: 'tool-poisoning',
    severity: 'medium',
    pattern: wording`(?:do not|don't|never) (?:use|call|trust|load|run|invoke) (?:(?:any |all )?(?:the )?other (?:tools?|skills?|mcp servers?)|another (?:skill|mcp server)(?=[.!,;\n]|$))`,
  },
  {
    rule: 'tool-poisoning',
    pattern: wording`(?:disable|uninstall|remove) (?:all |every |any )?(?:the )?(?:other|competing) skills`,
  },
  {
    rule: 'remote-orders',
    pattern: wording`(?:fetch|download|read|open|visit|load|retrieve|curl|wget|check|pull|poll)${some}https?:\/\/[^\n]{0,120}?(?:(?:treat|use|take|consider|regard) (?:it|its|the|their)(?: \w+){0,2}? as (?:your |new |additional |the )?(?:\w+ )?(?:instructions?|orders|prompt|commands)|(?:run|do|execute|obey) (?:what|whatever|everything) (?:it|is|the|they))`,
  },
  {
    rule: 'remote-orders',
    pattern: wording`(?:fetch|download|read|open|visit|load|retrieve|get|curl|wget|check|pull|go to)${some}(?:https?:\/\/|from (?:the |this |our )?(?:url|server|website|gist|pastebin|remote|endpoint|link)|the (?:url|gist|remote|web ?page|link))[^\n]{0,120}?(?:follow|obey|execute|carry out|perform|comply with|do|act on|apply) (?:whatever|everything|every|all|any|the|its|their|what|these|those|exactly|it\b|them)(?: \w+){0,3}? ?(?:instructions?|says?|commands?|orders?|steps|directives?|tells?|it contains|contained|found|there|exactly|\.|,|;|$)`,
  },
  {
    rule: 'remote-orders',
    pattern: wording`(?:follow|obey|execute|carry out|comply with|act on) (?:whatever|everything|every|all|any|the|its|their|latest|these) (?:\w+ ){0,3}?(?:instructions?|commands?|orders|directives?|prompts?) (?:\w+ ){0,4}?(?:at|from|on|returned (?:by|from)|served (?:by|from|at)|in|hosted (?:at|on)) (?:the (?:url|remote|server(?:'s)?|web ?page|response|gist|endpoint|api)|https?:\/\/|\W?https?:\/\/)`,
  },
  {
    rule: 'prompt-leak',
    pattern: wording`(?:reveal|print|output|repeat|show|display|send|disclose|leak|dump|include|paste|recite|share|upload|post)${some}(?:(?:your|the) (?:hidden |full |entire |complete |original |initial )?system (?:prompt|message|instructions)|your (?:hidden|initial|original|secret) (?:prompt|instructions)|(?:full|entire|whole|complete) (?:conversation|chat|session)(?: history| log| transcript)?)`,
  },
  {
    rule: 'planted-password',
    pattern: wording`(?:set|use|add|assign|configure|apply|include|put|choose|protect|encrypt|lock|secure)[^.!?\n]{0,80}? (?:default |same |fixed |master |hard-?coded )(?:\w+ )?(?:password|passphrase|pin|credentials?)(?:[^.!?\n]{0,20}? (?:to|as|of|is|with)|:| =)? ?["'\`](?!<|your|\$|\{|\[)[^\s"'\`]{3,40}["'\`]`,
  },
  {
    rule: 'planted-password',
    pattern: wording`(?:set|use|add|assign|configure|apply|protect|encrypt|lock|secure)[^.!?\n]{0,80}? (?:password|passphrase|pin) (?:to|as|=|:)? ?["'\`](?!<|your|\$|\{|\[)[^\s"'\`]{3,40}["'\`][^.!?\n]{0,40}? (?:for|in|on) (?:all|any|every|each)\b`,
  },
  {
    rule: 'planted-password',
    pattern: wording`(?:add|create|register|insert|include) (?:an? |the )?(?:hidden |extra |additional |second |backup |secret |emergency |hard-?coded )(?:admin(?:istrator)?|root|superuser|maintenance|support|service|master)? ?(?:user|account|login|credentials?|password|backdoor)\b`,
  },
  {
    rule: 'slant',
    pattern: wording`(?:prevent|prohibit|forbid|discourage|bar|stop|waive|penali[sz]e)(?:s|ing|e)?[^.!?\n]{0,60}?(?:report|disclos|whistle|complain|su(?:e|ing)\b)[a-z]*[^.!?\n]{0,40}?(?:illegal|unlawful|misconduct|harassment|fraud|crimes?|criminal|violations?|wrongdoing|abuse)`,
  },
  {
    rule: 'slant',
    pattern: wording`(?:fabricate|falsify|forge|doctor|inflate|misreport|misrepresent|manipulate|understate|overstate)(?: \w+){0,3} (?:data|results?|figures|numbers|records?|citations?|metrics|revenues?|statistics|evidence|benchmarks?|test results|invoices?|balances?)`,
  },
  {
    rule: 'slant',
    pattern: wording`(?:(?:always|must|only|never|should) )(?:favou?r|portray|present|depict|frame|rank|praise|downplay|disparage|mock|promote|criticize|prioriti[sz]e|flag|ban|mute|remove|delete|warn|punish|emphasi[sz]e)[^.!?\n]{0,60}?(?:conservatives?|liberals?|right-wing|left-wing|republicans?|democrats?|muslims?|christians?|jew(?:s|ish)|immigrants?|lgbt\w*|women|minorit(?:y|ies)|political (?:views?|opinions?|part(?:y|ies))|americans?|china|chinese|russians?|the us\b|the u\.s\.|united states|europe(?:an)?|competitors?)`,
  },
];

/** Tags of chat formats, which may directly follow a letter. */
export const roleTags: readonly Wording[] = [
  {
    rule: 'role-tag',
    pattern:
      /<\|?(?:im_start|im_end|start_header_id|eot_id|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|system[-_](?:prompt|message|reminder|override)|admin[-_]?(?:message|override)?|developer[-_]message)>/,
  },
  {
    rule: 'role-tag',
    pattern:
      /(?:#(?<=(?:^|\n)#{1,4}) ?|\[(?<=(?:^|\n)\[))(?:system|system (?:message|prompt|override|notice)|admin|developer message)(?:: ?|\]: ?|\] )\S/,
  },
];

function wording(strings: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw(strings, ...parts));
}
