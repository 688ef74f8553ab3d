import { mount } from 'svelte';
import App from './App.svelte';
import { loadTexts } from './i18n/dictionary.ts';
import { session } from './store/app.ts';
import './style/tokens.css';
import './style/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');

// The socket opens while the texts come; nothing is drawn before there is something to say.
session.start();
for (;;) {
  try {
    await loadTexts();
    break;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}
mount(App, { target });
