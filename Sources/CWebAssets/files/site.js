// What every page shares: buttons that copy the code they name, <button data-copies="id of the code">Copy</button>, and tabs.

async function copy(button) {
  const code = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // Only secure origins have a clipboard; elsewhere the selection has to do.
    getSelection().selectAllChildren(code);
    if (!document.execCommand('copy')) return;
  }
  const caption = button.firstChild;
  caption.data = 'Copied';
  setTimeout(() => { caption.data = 'Copy'; }, 1500);
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copies]');
  if (button) copy(button);
});

function select(tab) {
  for (const other of tab.parentElement.children) {
    other.ariaSelected = String(other === tab);
    other.tabIndex = other === tab ? 0 : -1;
    document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab;
  }
}

document.addEventListener('click', ({ target }) => target.matches('[role=tab]') && select(target));
document.addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !event.target.matches('[role=tab]')) return;
  event.preventDefault();
  const tabs = [...event.target.parentElement.children];
  const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
  select(next);
  next.focus();
});
