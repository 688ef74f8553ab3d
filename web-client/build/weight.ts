/**
 * Keeps the pages light: the build fails when a first visit would fetch more than its budget.
 *
 * What is counted is what a browser fetches, compressed by gzip: the page, its scripts and styles, and the texts of the
 * heaviest language. A picture of the icon is not counted, nor what is loaded on request (QR code, rules, replay).
 */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Bytes after gzip. */
const BUDGETS = { landing: 60 * 1024, table: 110 * 1024 };

type Bundle = Rolldown.OutputBundle;

const sizeOf = (source: string | Uint8Array): number => gzipSync(source, { level: 9 }).length;

/** All files that come with `file`: what it imports statically, and the styles of all of these. */
function withImports(bundle: Bundle, file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') return seen;
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const next of chunk.imports) withImports(bundle, next, seen);
  return seen;
}

function weigh(bundle: Bundle, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) {
    const item = bundle[file];
    if (item === undefined) continue;
    bytes += sizeOf(item.type === 'chunk' ? item.code : item.source);
  }
  return bytes;
}

/** The chunk that has the module whose path ends so. */
function chunkOf(bundle: Bundle, path: string): string {
  for (const [file, item] of Object.entries(bundle)) {
    if (item.type !== 'chunk') continue;
    if (item.facadeModuleId?.endsWith(path) || item.moduleIds.some((id) => id.endsWith(path))) return file;
  }
  throw new Error(`the bundle has no ${path}`);
}

/** A page: its modules, and for whom the texts of a language are fetched. */
interface Page {
  readonly name: string;
  readonly modules: readonly string[];
  readonly texts: readonly string[];
  readonly budget: number;
}

const LANGUAGES = readdirSync('src/i18n/frame').map((file) => file.replace('.ts', ''));
const FRAME = 'src/i18n/frame';
const PAGES: readonly Page[] = [
  { name: 'landing', modules: ['src/main.ts'], texts: [FRAME], budget: BUDGETS.landing },
  ...['rummikub', 'tichu'].map((game) => ({
    name: game,
    modules: ['src/main.ts', 'src/screens/RoomScreen.svelte', `src/${game}/index.ts`],
    texts: [FRAME, `src/${game}/messages`],
    budget: BUDGETS.table,
  })),
];

export function weight(): Plugin {
  return {
    name: 'weight',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const { name, modules, texts, budget } of PAGES) {
          let heaviest = { bytes: 0, language: '' };
          for (const language of LANGUAGES) {
            const files = new Set<string>(['index.html']);
            for (const module of modules) withImports(bundle, chunkOf(bundle, module), files);
            for (const part of texts) {
              withImports(bundle, chunkOf(bundle, `${part}/${language}.ts`), files);
            }
            const bytes = weigh(bundle, files);
            if (bytes > heaviest.bytes) heaviest = { bytes, language };
          }
          const line = `${name}: ${(heaviest.bytes / 1024).toFixed(1)} KiB of ${budget / 1024} (gzip, ${heaviest.language})`;
          if (heaviest.bytes > budget) this.error(`too heavy: ${line}`);
          this.info(line);
        }
      },
    },
  };
}
