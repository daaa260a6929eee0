/*
 * Everyday English that says little about what a skill is for, although few skills happen to use it: "give me a table that
 * I have never seen" is about a table. The share is that of a word in many skills.
 */

export const everydayShare = 0.16;

export const everydayWords = `
able according act acts actual actually advanced again ago ahead allow almost alone along already alright
although always among amount anybody anymore anyone anything anyway anywhere apart appear around aside asking
assistant away back bad bag barely based basic basically became because become been began begin behind being
believe belong below beside besides better between beyond bit both bother bottom bring brought bunch busy came
cannot care careful case catch certain certainly chance cheap cheapest choose clearly close come coming complete
completely comprehensive consider contain could couple course current day deal decide decided deep definitely
depend despite did die different do doing done dont down due during each early easier easily easy either else
end enough entire especially even eventually ever every everybody everyone everything everywhere exact exactly
except expect expert extra face fact fair fairly far feel felt few figure finally fine finish follow forget
former forward found front full further gave general generally get gets getting give given giving glad go goes
going gone gonna good got great guess guide guy had half hand handful handle handy happen happened happens happy
hard hardly hat have heard help helper helps hence here herself himself hit hold honest honestly hope however if
imagine immediately important indeed inside instead interested into itself just keep kept kind knew know known
last lately later latter lay least leave led left less let lets life like likely listen little live long longer
look looks lot lots luck made mainly make makes making manner many master matter maybe mean meaning means meant
meanwhile mere merely middle might mind modern moment more moreover most mostly move much must myself near
nearly necessarily need needed neither never nevertheless nice nobody none nor normal normally nothing notice
now nowhere obvious obviously off often okay old once ones only onto ordinary other otherwise ought our
ourselves out outside over overall own particular particularly past pay perfect perhaps pick piece plain please
plenty point possible possibly pretty previous proactively probably professional properly put quick quickly
quite rather reach ready real really reason recently regarding regardless remain rest reviewer right rough
roughly said same saw say saying says see seem seemed seems seen self sense serious seriously set several shall
shape should show side simple simply since single sit situation small somebody someday somehow someone something
sometime sometimes somewhat somewhere soon sort sorts specific spend spot stand start stay step still stop
straight strange stuff such suddenly suppose sure surely surprise take taken takes taking talk tell tells tend
than thank thanks their theirs them themselves then there thereby therefore thing things think third those
though thought through throughout thus till time tiny today together told tomorrow tonight too took top total
totally touch toward towards tried trouble true truly try trying turn turned turns twice ultimate under
understand unless unlikely until upon usual usually various version very wait walk want wanted wants way ways
well went were whatever whenever where whereas wherever whether while whoever whole whom whose why will willing
wish within without wonder word words work worked world worry worse worst worth would wrong yes yesterday yet
your yours yourself
`;
