/** The settings of the README's table, as `{ names, usual, meaning }` per row. */
export function settingsOf(readme) {
  const table = readme.slice(readme.indexOf('\n## Settings\n'));
  const rows = table
    .slice(0, table.indexOf('\n| command '))
    .matchAll(/^\| (`[A-Z0-9_`, ]+`) *\| (.*?) *\| (.*?) *\|$/gm);
  return [...rows].map(([, names, usual, meaning]) => ({
    names: [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    usual,
    meaning,
  }));
}

/** An environment file with every setting, each switched off: what is not named has its usual value. */
export function environmentFile(readme) {
  const parts = settingsOf(readme).map(({ names, usual, meaning }) =>
    [`# ${meaning}`, ...(usual === '' ? [] : [`# Usually: ${usual}`]), ...names.map((name) => `#${name}=`)].join('\n'),
  );
  return `# Settings of Lading; the README has the same list. A line counts once its # is gone.\n\n${parts.join('\n\n')}\n`;
}
