/*
 * The catalog in a browser: mounts the app.
 */

// Before the pages, whose own styles have the last word.
import './styles/scale.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/frame.css';
import { render } from 'preact';
import { App } from './app.js';

const root = document.getElementById('app');
if (root) render(<App />, root);
