// What every page shares: buttons that copy the code they name, <button data-copies="id of the code">Copy</button>.

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
