//! The mailbox of a room: messages wait in it in order, and their senders wait when it is full.
//!
//! Invariants: messages come out in the order in which they were put in, and none is lost before the mailbox is closed; at most
//! [`CAPACITY`] wait, and who finds it full waits in turn. An empty one takes little: a channel of tokio has its first thirty places
//! and keeps its halves on cache lines of their own, a kilobyte for each room, and all but a few rooms wait most of the time.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::sync::{Semaphore, TryAcquireError};
use tokio::task::coop::poll_proceed;

/// Messages that wait before their senders wait, too.
const CAPACITY: usize = 64;

/// A mailbox for messages, and who takes them out.
pub(super) fn mailbox<T>() -> (Sender<T>, Inbox<T>) {
    let shared = Arc::new(Shared {
        places: Semaphore::new(CAPACITY),
        waiting: Mutex::new(Waiting { messages: VecDeque::new(), reader: None, is_over: false }),
    });
    (Sender(Arc::clone(&shared)), Inbox(shared))
}

struct Shared<T> {
    /// A message takes one until it is taken out.
    places: Semaphore,
    waiting: Mutex<Waiting<T>>,
}

struct Waiting<T> {
    messages: VecDeque<T>,
    /// Who is woken by the next message.
    reader: Option<Waker>,
    /// Whether no more is put in: the sender is gone, or the reader closed the mailbox.
    is_over: bool,
}

impl<T> Shared<T> {
    /// Held for moments only. Nothing that is done meanwhile panics.
    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts in a message that has a place, and wakes who waits for it. Whether the mailbox is closed is looked at together with
    /// that: what the reader does not get any more is never in it.
    fn push(&self, message: T) -> Result<(), Closed> {
        let mut waiting = self.lock();
        if waiting.is_over {
            return Err(Closed);
        }
        waiting.messages.push_back(message);
        wake(waiting);
        Ok(())
    }
}

/// Wakes the reader, who can look at once.
fn wake<T>(mut waiting: MutexGuard<'_, Waiting<T>>) {
    let reader = waiting.reader.take();
    drop(waiting);
    if let Some(reader) = reader {
        reader.wake();
    }
}

/// Puts messages in. When it is dropped the reader is told.
pub(super) struct Sender<T>(Arc<Shared<T>>);

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut waiting = self.0.lock();
        waiting.is_over = true;
        wake(waiting);
    }
}

/// Nobody takes messages out any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed;

impl<T> Sender<T> {
    /// Puts a message in at once, or gives it back if there is no place.
    pub(super) fn try_put(&self, message: T) -> Result<Option<T>, Closed> {
        match self.0.places.try_acquire() {
            Ok(place) => place.forget(),
            Err(TryAcquireError::NoPermits) => return Ok(Some(message)),
            Err(TryAcquireError::Closed) => return Err(Closed),
        }
        self.0.push(message).map(|()| None)
    }

    /// Puts a message in as soon as there is a place, behind those who wait for one already.
    pub(super) async fn put(&self, message: T) -> Result<(), Closed> {
        self.0.places.acquire().await.map_err(|_| Closed)?.forget();
        self.0.push(message)
    }

    /// How many messages wait.
    pub(super) fn waiting(&self) -> usize {
        self.0.lock().messages.len()
    }
}

/// Takes messages out. When it is dropped the mailbox is closed, and what waits is dropped, too.
pub(super) struct Inbox<T>(Arc<Shared<T>>);

impl<T> Inbox<T> {
    /// The next message; none when no more will come. May be dropped while it waits: no message is lost.
    pub(super) async fn next(&mut self) -> Option<T> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
        // A mailbox that is never empty must not keep a task from letting others have their turn.
        let turn = ready!(poll_proceed(context));
        let mut waiting = self.0.lock();
        if waiting.messages.is_empty() && !waiting.is_over {
            match &mut waiting.reader {
                Some(reader) => reader.clone_from(context.waker()),
                None => waiting.reader = Some(context.waker().clone()),
            }
            return Poll::Pending;
        }
        turn.made_progress();
        Poll::Ready(self.take(waiting))
    }

    /// The next message if there is one already.
    pub(super) fn try_next(&mut self) -> Option<T> {
        self.take(self.0.lock())
    }

    fn take(&self, mut waiting: MutexGuard<'_, Waiting<T>>) -> Option<T> {
        let message = waiting.messages.pop_front()?;
        drop(waiting);
        self.0.places.add_permits(1);
        Some(message)
    }

    /// Takes no more in. What waits can still be taken out.
    pub(super) fn close(&mut self) {
        self.0.lock().is_over = true;
        self.0.places.close();
    }
}

impl<T> Drop for Inbox<T> {
    fn drop(&mut self) {
        self.close();
        drop(std::mem::take(&mut self.0.lock().messages));
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn messages_come_out_in_order_and_then_the_end() {
        let (sender, mut inbox) = mailbox();
        assert!(poll(pin!(inbox.next())).is_pending());
        assert_eq!([1, 2].map(|message| sender.try_put(message)), [Ok(None); 2]);
        assert_eq!(sender.waiting(), 2);
        drop(sender);
        assert_eq!(poll(pin!(inbox.next())), Poll::Ready(Some(1)));
        assert_eq!(inbox.try_next(), Some(2));
        assert_eq!(poll(pin!(inbox.next())), Poll::Ready(None));
    }

    #[test]
    fn who_finds_it_full_waits_in_turn() {
        let (sender, mut inbox) = mailbox();
        assert!((0..CAPACITY).all(|message| sender.try_put(message) == Ok(None)));
        assert_eq!(sender.try_put(CAPACITY), Ok(Some(CAPACITY)));
        let (mut first, mut second) = (pin!(sender.put(CAPACITY)), pin!(sender.put(CAPACITY + 1)));
        assert!(poll(first.as_mut()).is_pending() && poll(second.as_mut()).is_pending());
        assert_eq!(inbox.try_next(), Some(0));
        assert_eq!(sender.try_put(0), Ok(Some(0)), "the place is another's");
        assert_eq!((poll(second.as_mut()), poll(first)), (Poll::Pending, Poll::Ready(Ok(()))));
        assert_eq!(inbox.try_next(), Some(1));
        assert_eq!(poll(second), Poll::Ready(Ok(())));
        let rest: Vec<_> = std::iter::from_fn(|| inbox.try_next()).collect();
        assert_eq!(rest, Vec::from_iter(2..CAPACITY + 2));
    }

    #[test]
    fn a_closed_one_takes_no_more_and_gives_what_it_has() {
        let (sender, mut inbox) = mailbox();
        assert!((0..CAPACITY).all(|message| sender.try_put(message) == Ok(None)));
        let mut late = pin!(sender.put(CAPACITY));
        assert!(poll(late.as_mut()).is_pending());
        inbox.close();
        assert_eq!((sender.try_put(0), poll(late)), (Err(Closed), Poll::Ready(Err(Closed))));
        let mut rest = Vec::new();
        while let Poll::Ready(Some(message)) = poll(pin!(inbox.next())) {
            rest.push(message);
        }
        assert_eq!(rest, Vec::from_iter(0..CAPACITY));
        assert_eq!(poll(pin!(inbox.next())), Poll::Ready(None));
    }

    /// A task that waits is woken by a message, and by the end.
    #[tokio::test]
    async fn who_waits_is_woken() {
        let (sender, mut inbox) = mailbox();
        let reading = tokio::spawn(async move { (inbox.next().await, inbox.next().await) });
        tokio::task::yield_now().await;
        assert_eq!(sender.try_put(1), Ok(None));
        tokio::task::yield_now().await;
        drop(sender);
        assert_eq!(reading.await.expect("the task ends"), (Some(1), None));
    }

    #[test]
    fn what_nobody_takes_out_is_dropped() {
        let (sender, inbox) = mailbox();
        let message = Arc::new(());
        assert_eq!(sender.try_put(Arc::clone(&message)), Ok(None));
        drop(inbox);
        assert_eq!(Arc::strong_count(&message), 1);
        assert_eq!(sender.try_put(message), Err(Closed));
    }
}
