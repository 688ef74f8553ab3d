//! Where a match puts what happened: into a list, or nowhere.
//!
//! Invariant: what a match does depends on no sink; an event that nobody takes is not even made.

/// Takes the events of a match as they happen.
pub trait Sink<E> {
    /// Takes note of what happened; a sink that does not care need not call `event`.
    fn tell(&mut self, event: impl FnOnce() -> E);
}

/// Keeps all that happened, in order.
impl<E> Sink<E> for Vec<E> {
    fn tell(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}

/// Keeps nothing: for matches of which only the end counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Sink<E> for Silent {
    fn tell(&mut self, _: impl FnOnce() -> E) {}
}
