/** The style sheet of the API documentation page, in the colours of web/tokens.css. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbf8f2; --card: #ffffff; --ink: #14231d; --quiet: #55635c; --line: #e4dfd3;
  --pine: #0b6b4f; --indigo: #3b4ca8; --marigold: #85540a; --vermilion: #b83026;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1613; --card: #16211c; --ink: #eaf1ed; --quiet: #a3b5ac; --line: #2a3831;
    --pine: #3fbf93; --indigo: #a5b2f5; --marigold: #e8b458; --vermilion: #f38b80;
  }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; padding: 24px 16px 64px; max-width: 960px;
  background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
}
h1 { font-size: 28px; margin: 0 0 8px }
h2 { font-size: 20px; margin: 48px 0 8px; text-transform: capitalize }
h3 { font-size: 16px; margin: 0 0 8px; overflow-wrap: anywhere }
h4 { font-size: 14px; margin: 16px 0 4px }
p { margin: 0 0 8px }
a { color: var(--pine) }
small, .access { color: var(--quiet); font-weight: 400; font-size: 14px }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 16px }
article {
  background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 16px; margin: 12px 0;
}
code, pre { font: 14px/1.5 ui-monospace, monospace; tab-size: 2 }
pre { margin: 0; padding: 8px 12px; overflow: auto; border-left: 2px solid var(--line) }
dl { margin: 0; display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: 2px 16px }
dt, dd { margin: 0; font-size: 14px; overflow-wrap: anywhere }
.access { margin-left: 8px }
.method { font: 600 14px ui-monospace, monospace; color: var(--indigo) }
.GET { color: var(--pine) }
.PUT { color: var(--marigold) }
.DELETE { color: var(--vermilion) }
@media (max-width: 600px) { dl { grid-template-columns: 1fr } dd { margin-bottom: 8px } }
`;
