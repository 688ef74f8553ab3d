import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'test-results/', 'playwright-report/', 'src/protocol/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-implicit-coercion': 'error',
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // The client sends what players type to other players: it is text, never markup.
      'svelte/no-at-html-tags': 'error',
      // The server's policy forbids style attributes in markup; style directives go through the CSSOM.
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Use a class or a style: directive.' },
      ],
      // What must be reactive is `$state`; a plain Map or Set says that it is not.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
