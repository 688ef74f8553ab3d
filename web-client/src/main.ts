import { mount } from 'svelte';
import App from './App.svelte';
import { session } from './store/app.ts';
import './style/tokens.css';
import './style/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
mount(App, { target });
session.start();
