/** The API reference; its script and style are separate files because of the content security policy. */
export const docsPage = (culture: string, search: string): string => `<!doctype html>
<html lang="${culture}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lading API</title>
<link rel="stylesheet" href="/api/docs.css">
<script type="module" src="/api/docs.js"></script>
</head>
<body>
<header><h1>Lading API</h1><input id="search" type="search" aria-label="${search}" placeholder="${search}"></header>
<main id="calls"></main>
</body>
</html>
`;

export const docsStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 64rem; padding: 0 1rem 4rem; }
header { position: sticky; top: 0; display: flex; gap: 1rem; align-items: center; padding: .75rem 0; background: Canvas; }
h1 { font-size: 1.125rem; margin: 0; }
h2 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
h3 { font-size: .875rem; margin: .75rem 0 .25rem; }
input { flex: 1; font: inherit; padding: .375rem .625rem; }
details { border-top: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); }
summary { cursor: pointer; padding: .375rem 0; }
summary code { font-size: .875rem; }
.method { display: inline-block; width: 3.5rem; font-weight: 600; }
.more { padding: 0 0 .75rem 1.25rem; }
pre { overflow-x: auto; margin: 0; padding: .625rem; font-size: .8125rem; background: color-mix(in srgb, CanvasText 6%, Canvas); }
[hidden] { display: none; }
`;
