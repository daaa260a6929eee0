-- Finds versions with the same text under other names: the SKILL.md without the lines that a copy changes. It is an index
-- and not a column, so that it holds for the versions that exist already, and a backup has nothing new to store.
create index versions_same_text on versions (
  tenant_id,
  md5(regexp_replace(skill_md, '^(name:|description:|version:|author:|#).*$', '', 'gn'))
);

-- Whether somebody has published anything before.
create index versions_publisher on versions (tenant_id, published_by);
