/** Draws every call of the document, by entity; a call opens into what it takes and what it answers. */
const culture = document.documentElement.lang;
const api = await (await fetch(`/api/openapi.json?culture=${culture}`)).json();

const element = (name, properties, ...inside) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
};

/** The target of a reference, a few levels deep; deeper ones stay by name. */
function resolve(schema, floors = 3) {
  if (Array.isArray(schema)) return schema.map((each) => resolve(each, floors));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (typeof schema.$ref !== 'string') {
    return Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, resolve(each, floors)]));
  }
  if (floors === 0) return schema;
  const found = schema.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at?.[key], api);
  return resolve(found, floors - 1);
}

const block = (title, value) => [
  element('h3', { textContent: title }),
  element('pre', { tabIndex: 0, textContent: JSON.stringify(resolve(value), null, 2) }),
];

function draw(path, method, call) {
  const more = element('div', { className: 'more' });
  const summary = element(
    'summary',
    {},
    element('span', { className: 'method', textContent: method.toUpperCase() }),
    element('code', { textContent: `/api${path}` }),
    call.summary ? `  ${call.summary}` : '',
  );
  const drawn = element('details', {}, summary, more);
  drawn.dataset.text = `${method} /api${path} ${call.summary ?? ''} ${(call.tags ?? []).join(' ')}`.toLowerCase();
  // Drawn when it is opened: hundreds of schemas at once would keep the page waiting.
  drawn.addEventListener(
    'toggle',
    () => {
      if (call.parameters?.length) more.append(...block('parameters', call.parameters));
      if (call.requestBody) more.append(...block('requestBody', call.requestBody.content));
      more.append(...block('200', call.responses['200']));
      more.append(...block('responses', Object.keys(call.responses)));
    },
    { once: true },
  );
  return drawn;
}

const groups = new Map([['', []], ...api.tags.map(({ name }) => [name, []])]);
for (const [path, calls] of Object.entries(api.paths)) {
  for (const [method, call] of Object.entries(calls)) groups.get(call.tags?.[0] ?? '').push(draw(path, method, call));
}
const sections = [...groups].map(([name, calls]) => {
  const described = api.tags.find((tag) => tag.name === name)?.description;
  return element(
    'section',
    {},
    element('h2', { textContent: [name || '/api', described].filter(Boolean).join(' · ') }),
    ...calls,
  );
});
document.getElementById('calls').append(...sections);

document.getElementById('search').addEventListener('input', ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const section of sections) {
    const calls = [...section.querySelectorAll('details')];
    for (const call of calls) call.hidden = !call.dataset.text.includes(wanted);
    section.hidden = calls.every((call) => call.hidden);
  }
});
