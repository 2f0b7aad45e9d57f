/** Ways to say the same, and the one that the grammar knows, in the order in which they are replaced. */
const canonical: readonly (readonly [RegExp, string])[] = [
  [/^( *(?:sees? )?)all (?:of )?(?:the )?(?=(?:two|three|four|five|six|seven|eight|nine|ten|\d+) )/i, '$1'],
  [/\bjust (?=(?:one|two|three|four|five|\d+) )/i, 'only '],
  [/^both (?:the )?(?:\p{Ll}+s )?/u, ''],
  [/\b(?:is|are) nowhere (?:to be (?:seen|found)|in sight)\b/gi, 'is not shown'],
  [/\bcan(?:not|['’]t)\b/gi, 'can not'],
  [/n['’]t\b/gi, ' not'],
  [/\b(?:no longer|never) (show|contain|include|say|read|display|list|mention)s\b/gi, 'not $1'],
  [/\b(?:no longer|never) has\b/gi, 'not have'],
  [/\b(?:no longer|never)\b/gi, 'not'],
  [/^(\S.*) only (shows?|displays?|lists?|contains?) (?=⟦|\p{Lu})/iu, '$1 $2 only '],
  [/^the (.+) options are (?=⟦|\p{Lu})/iu, 'the $1 offers '],
  [
    /^the ([\p{L} ]+?) (?:column|cell) (?:of|for) (.+?) (?:shows?|says?|reads?|contains?|has|is) (?=⟦|[€$£]?\d|\p{Lu})/iu,
    'the $1 of $2 is ',
  ],
  [/^(the .*\brow\b.*) offers (?=⟦|an? )/i, '$1 shows '],
  [/^(.+) is the (?:selected|active|current|open) tab$/i, 'the $1 tab is selected'],
  [/\bcan (not )?be (?:click|press|tapp|edit|chang|us|select|check|tick)ed\b/gi, 'is $1clickable'],
  [
    /\b(?:can not|(?:is |be |am |are )?(?:unable|not (?:be )?able) to) (?=(?:click|press|tap|edit|change|use)\b)/gi,
    'unable to ',
  ],
  [/\b(?:should|must|will) (open|close|exist)\b/gi, '$1s'],
  [/\b(?:should|must|shall|can|could|(?:has|have|needs?|ought) to|is (?:expected|supposed) to)\b/gi, ''],
  // With a capital letter they are names, as in "3 May".
  [/\b(?:will|may|WILL|MAY)\b/g, ''],
  [/\bto (?=(?:not )?(?:be|have|show|contain|appear|disappear|say|read)\b)/gi, ''],
  [/\b(?:has|have) (?=(?:appeared|disappeared|vanished|closed|opened)\b)/gi, ''],
  [/\b(?:has|have) gone\b/gi, 'is gone'],
  [/\bn(?:either|one) of (?:the|these|those) (.+?) (is|are|has|have|shows?|says?) /i, 'none of the $1 $2 '],
  [/^neither (.+?) nor (.+?) (is|are|can be) /i, '$1 and $2 $3 not '],
  [
    /\b(?:appear(?:s|ed)?|(?:shows?|pops?|comes?) up|(?:is|are) (?:offered|presented|found|to be seen))\b/gi,
    'is shown',
  ],
  [/\b(?:reappear(?:s|ed)?|(?:is|are|comes?) back(?! to\b))\b/gi, 'is shown'],
  [/\b(?:disappear(?:s|ed)?|vanish(?:es|ed)?|goes away|is (?:dismissed|filtered out))\b/gi, 'is gone'],
  [
    /\b(?:is )?(?:back|drops?|dropped|rises?|falls?|grows?|shrinks?|goes (?:up|down|back)|(?:jump|turn|switche|increase|decrease|change|update|reset|default)[sd]?) to\b|\b(?:comes?|amounts?|adds? up) to(?= [€$£]?\d| ⟦)|\bbelongs? to\b/gi,
    'is',
  ],
  [/\bis not (?=(?:in|on|under) (?:the|my|your) )/gi, 'is not shown '],
  [/\bgets? (?=\w+ed$)/i, 'is '],
  [/^([^\d⟦]+?) remains?$/i, '$1 is shown'],
  [/\b(?:be|am|are|was|were|ha(?:s|ve) been|becomes?|remains?|stays?)\b/gi, 'is'],
  [/^(.+) is (?:shown|displayed) as an? (\w+)$/i, 'the $2 $1 is shown'],
  [/\bpre-?(?=(?:selected|checked|ticked|filled)\b)/gi, ''],
  [/(?:(?<=\S )do|\bdoes|\bdid) not\b/gi, 'not'],
  [/^do not (?=see|get|find)/i, 'not '],
  [
    /^(.*\b(?:amount|price|total|sum)) (⟦\d+⟧|[€$£]?\d[\d.,]*) is (?:shown|displayed|visible)( in .+)?$/i,
    '$1$3 is $2',
  ],
  [/\bnow (?=(?:contain|show|say|read|display|list|include|has|have)s?\b)/gi, ''],
  [/\b(is|not) (?:now|still|also|already|currently|exactly)\b/gi, '$1'],
  [/^ *(?:still|now) /i, ''],
  // In short: "Morning yoga not visible"
  [
    /^((?:(?! is ).)+?) (not )?(shown|displayed|listed|present|visible|hidden|gone|focused|disabled|enabled|(?:un)?(?:check|tick)ed|empty|on|off)$/i,
    '$1 is $2$3',
  ],
  [/\bnot +is\b/gi, 'is not'],
  [/\b(?:is )?(not )?able to /gi, '$1'],
  [
    /^(?:an?|the) (?:(?:green|red|yellow|blue|orange|grey|gray|small|short|friendly|little) )+(?=(?:\w+ )?(?:banner|message|toast|notification|note|notice|text|alert|error|warning|hint|badge|label|snackbar|popup|dialog)\b)/i,
    'the ',
  ],
  [/ (?:at|on) the (?:top|bottom)(?: of the (?:page|screen))?$/i, ''],
  [
    /^(?:an?|the) ((?:\w+ )?(?:dialog|modal|popup)) (?:opens|opened|is shown|is opened)(?: (?:with|saying|asking)(?: the (?:text|message|question))?)? (⟦\d+⟧)$/i,
    'the $1 shows $2',
  ],
  [/ is (?:marked|labell?ed|flagged)(?: as)? (?=⟦)/i, ' shows '],
  [/ (?:is|takes place|happens) (?=(?:on|at) (?:the )?\d)/i, ' is '],
  [/ is at (?=\d)/i, ' is '],
  [/^(the [\p{Ll} ]+) (?:shown|displayed) +is (?=⟦|\d|\p{Lu})/iu, '$1 is '],
  [/^(.+) (?:shows|has) an? (?:badge|counter) (?:with|of|saying) (⟦\d+⟧|\d+)$/i, 'the badge of $1 is $2'],
  [
    /^the (?:\p{Ll}+ )?(?:number|count|counter|badge) (?:next to|beside|on|at) (.+) (?:is|shows|says|reads) (⟦\d+⟧|\d+)$/iu,
    'the badge of $1 is $2',
  ],
  [/^(there is .+?) (?:left|remaining) (?=(?:in|on|under) )/i, '$1 '],
  [/^only (?:the )?(?:\p{Ll}+ )+is (?:listed|shown|displayed|visible): (.+)$/iu, 'only $1 is shown'],
  [/^ *(?:sees?|gets?) (?:an?|the) ([\p{L} ]+?) of (⟦\d+⟧|[€$£]?\d[\d.,]*(?: ?[€$£%])?)$/iu, 'the $1 is $2'],
  [
    /^[Tt]he only (?:\p{Ll}+ ){1,2}(?:is )?(?:shown |listed |displayed |left )?is (⟦\d+⟧|\p{Lu}.*)$/u,
    'only $1 is shown',
  ],
  [
    /^(⟦\d+⟧|\p{Lu}.*?) is the only \p{Ll}+(?: (?:shown|listed|displayed|left|remaining))?$/u,
    'only $1 is shown',
  ],
  [/\bthe (first|second|third|last) one (?=is |shows? |says? )/i, 'the $1 item '],
  [/\bempty[- ]state\b/gi, 'message'],
  [/^the sort(?:ing)? order (?=is )/i, 'the sort '],
  [/^(there is .+) (?:in total|overall|altogether)$/i, '$1'],
  // "A single row, Ada": nothing else is there.
  [/ (?:a|one) (?:single )?(?:row|item|entry|line|result|card)[,:] /i, ' only '],
  [/ is the (first|second|third|last) (?:row|item|entry|line|result|card)(?! is\b)/i, ' is listed $1'],
  [/ (?:carries|bears) /i, ' shows '],
  [/^(.+ shows) an? (⟦\d+⟧|\p{Lu}[^⟦]*?) (?:label|badge|tag|chip|marker)$/u, '$1 $2'],
  [
    /^(?!(?:an?|the) (?:row|entry|line|item) )(.+?) is (?:shown|listed)( (?:in|on) the (?:list|table))? with (?:the|an?) (\p{Ll}+ (?:of )?(?:⟦\d+⟧|[\p{Lu}\d€$£]\S*))$/u,
    'the row with $1 and the $3 is shown$2',
  ],
  [/^(.+ is gone) from (?:the |this )?(?:list|table|board|page|screen|view|results?)$/i, '$1'],
  [
    /^(?:(?:i|we|you|he|she|they) is|(?:the|an?) \w+ is) (?:told|informed|notified|warned|asked|shown|greeted with)(?: that)?:? (⟦\d+⟧)$/i,
    '$1 is shown',
  ],
  [/ +/g, ' '],
];

export function canonicalOf(clause: string): string {
  return canonical.reduce((text, [from, to]) => text.replace(from, to), clause).trim();
}
