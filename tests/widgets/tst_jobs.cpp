// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs in the background: which results count, what becomes of faults, and the list of them.
#include <pthread.h>

#include <new>
#include <semaphore>

#include "tests/gui/gui_test.h"
#include "widgets/base/job_queue.h"
#include "widgets/base/jobs.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/worker.h"

namespace {

/// While it is there, no thread can be started: the stack that each is to have fits into no address space.
class NoThreads {
 public:
  NoThreads() {
    pthread_attr_init(&before_);
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    if (pthread_setattr_default_np(&huge) != 0) qFatal("the size of stacks cannot be set");
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_;
};

/// A window, as far as jobs know it: whatever is below it is in its list.
struct Window {
  Jobs jobs;
  QObject root;
  QStringList faults;

  Window() {
    jobs.set_window(&root);
    QObject::connect(&jobs, &Jobs::failed, &root, [this](const QString& reason) { faults += reason; });
  }
};

void wait_for_stop(const Task& task) {
  while (!task.stop.stop_requested()) QThread::msleep(1);
}

}  // namespace

class JobsTest : public QObject {
  Q_OBJECT

 private slots:
  void of_a_worker_the_latest_counts() {
    Worker worker;
    QStringList heard;
    QSemaphore begun, gate;
    worker.start([&](const Worker::Run& run) {
      begun.release();
      run.post([&] { heard += "first"; });
      wait_for_stop(run.task());
      gate.release();
      run.post([&] { heard += "late"; });
    });
    begun.acquire();  // else it never would
    worker.start([&](const Worker::Run& run) {
      gate.acquire();  // the first goes on beside it
      run.post([&] { heard += "second"; });
    });
    QVERIFY(worker.running());
    QTRY_VERIFY_WITH_TIMEOUT(!worker.running(), kPatience);
    QCOMPARE(heard, QStringList{"second"});
    const std::size_t threads = thread_count();
    worker.start([&](const Worker::Run& run) {
      wait_for_stop(run.task());
      run.post([&] { heard += "cancelled"; });
    });
    QVERIFY(worker.cancel());
    QVERIFY(!worker.running() && !worker.cancel());
    wait_for_threads(threads);
    QCOMPARE(heard, QStringList{"second"});
  }

  void of_latest_jobs_the_latest_counts() {
    QObject owner;
    QStringList heard;
    LatestJob job(&owner);
    QSemaphore begun;
    job.start([&](const Task& task) -> LatestJob::Delivery {
      begun.release();
      wait_for_stop(task);
      return [&] { heard += "first"; };
    });
    begun.acquire();
    bool second_ran = false;
    job.start([&](const Task&) -> LatestJob::Delivery {
      second_ran = true;
      return {};
    });
    job.start([&](const Task&) -> LatestJob::Delivery { return [&] { heard += "third"; }; });
    QVERIFY(job.busy());
    QTRY_VERIFY_WITH_TIMEOUT(!job.busy(), kPatience);
    QCOMPARE(heard, QStringList{"third"});
    QVERIFY(!second_ran);  // it waited for the first
    job.start([&](const Task&) -> LatestJob::Delivery { return [&] { heard += "cancelled"; }; });
    job.cancel();
    QVERIFY(!job.busy());
    job.start([&](const Task&) -> LatestJob::Delivery { return [&] { heard += "last"; }; });  // after what is dropped
    QTRY_VERIFY_WITH_TIMEOUT(!job.busy(), kPatience);
    QCOMPARE(heard, (QStringList{"third", "last"}));
  }

  /// A run that was stopped and does not notice is gone on beside, or waited for.
  void a_newer_run_works_beside_or_in_turn() {
    for (const auto pace : {Worker::Pace::beside, Worker::Pace::in_turn}) {
      Worker worker(nullptr, {}, pace);
      QSemaphore begun, gate;
      std::atomic<int> at_once = 0, most = 0;
      const auto work = [&](const Worker::Run&) {
        most = std::max(most.load(), ++at_once);
        begun.release();
        gate.acquire();
        --at_once;
      };
      worker.start(work);
      begun.acquire();
      worker.start(work);
      QCOMPARE(begun.tryAcquire(1, pace == Worker::Pace::beside ? kPatience : 50), pace == Worker::Pace::beside);
      gate.release(2);
      QTRY_VERIFY_WITH_TIMEOUT(!worker.running() && at_once == 0, kPatience);
      QCOMPARE(most.load(), pace == Worker::Pace::beside ? 2 : 1);
    }
    // No run of those that follow one another needs a thread of its own.
    Worker worker;
    QSet<void*> threads;
    for (int k = 0; k < 5; ++k) {
      worker.start([&](const Worker::Run& run) {
        run.post([&, thread = static_cast<void*>(QThread::currentThread())] { threads += thread; });
      });
      QTRY_VERIFY_WITH_TIMEOUT(!worker.running(), kPatience);
      QThread::msleep(5);  // until it waits again
    }
    QCOMPARE(threads.size(), 1);
  }

  /// Asked to finish, a run ends early, and what it has counts. The last that it says comes after all others, when it
  /// is over, and may start the next.
  void what_finishes_is_heard() {
    Worker worker;
    QVERIFY(!worker.finish());
    QStringList heard;
    const auto say = [&](const char* what) { heard += QString(what) + (worker.running() ? ", running" : ", over"); };
    worker.start([&](const Worker::Run& run) {
      wait_for_stop(run.task());
      run.post([&] { say("so far"); });
      run.end_with([&] {
        say("last");
        worker.start([&](const Worker::Run& next) {
          next.end_with([&, stopped = next.task().stop.stop_requested()] { say(stopped ? "stopped" : "next"); });
        });
      });
    });
    QVERIFY(worker.finish() && worker.finish() && worker.running());
    QTRY_COMPARE_WITH_TIMEOUT(heard, (QStringList{"so far, running", "last, over", "next, over"}), kPatience);
    QVERIFY(!worker.running());
  }

  /// Whoever is destroyed tells its jobs to end, and waits until they have.
  void destruction_joins() {
    std::atomic<int> ended = 0;
    {
      QObject owner;
      Worker worker;
      LatestJob latest(&owner);
      QSemaphore begun;
      worker.start([&](const Worker::Run& run) {
        begun.release();
        wait_for_stop(run.task());
        ++ended;
      });
      latest.start([&](const Task& task) -> LatestJob::Delivery {
        begun.release();
        wait_for_stop(task);
        ++ended;
        return {};
      });
      begun.acquire(2);
    }
    QCOMPARE(ended.load(), 2);
  }

  void of_a_queue_all_count_in_turn() {
    QStringList told;
    std::atomic<int> at_once = 0, most = 0;
    JobQueue queue;
    QSignalSpy emptied(&queue, &JobQueue::emptied);
    for (int k = 0; k < 4; ++k)
      queue.add({.text = "piece",
                 .work = [&, k](const Task&) -> JobQueue::Delivery {
                   most = std::max(most.load(), ++at_once);
                   QThread::msleep(5);
                   --at_once;
                   if (k == 1) throw std::bad_alloc();
                   return [&told, k] { told += QString::number(k); };
                 },
                 .failed = [&told, k](const Error&) { told += QStringLiteral("%1 failed").arg(k); }});
    QVERIFY(queue.running());
    QTRY_COMPARE_WITH_TIMEOUT(emptied.count(), 1, kPatience);
    QCOMPARE(told, (QStringList{"0", "1 failed", "2", "3"}));
    QCOMPARE(most.load(), 1);
    QVERIFY(!queue.running());
  }

  /// What was asked for is done, also where nobody can be told any more; only what may be ended is.
  void a_queue_that_goes_finishes_first() {
    QStringList done;
    {
      JobQueue queue;
      const auto add = [&](const QString& name, bool can_be_ended) {
        queue.add({.text = name,
                   .work = [&done, name, can_be_ended](const Task& task) -> JobQueue::Delivery {
                     if (can_be_ended) wait_for_stop(task);
                     done += name;
                     return {};
                   },
                   .failed = [](const Error&) {},
                   .can_be_ended = can_be_ended});
      };
      add("long", true);
      add("short", false);
      add("never", true);
    }
    QCOMPARE(done, (QStringList{"long", "short"}));
  }

  /// Memory that runs out ends the job, and not the program; whoever listens tells of it, else the window.
  void what_a_job_throws_is_told() {
    Window window;
    Worker heard(&window.root), unheard(&window.root);
    QSignalSpy failed(&heard, &Worker::failed);
    const auto throws = [](const Worker::Run&) { throw std::bad_alloc(); };
    heard.start(throws);
    QTRY_VERIFY_WITH_TIMEOUT(!heard.running(), kPatience);
    QCOMPARE(failed.count(), 1);
    QCOMPARE(window.faults.size(), 0);
    unheard.start(throws);
    QTRY_VERIFY_WITH_TIMEOUT(!unheard.running(), kPatience);
    QCOMPARE(window.faults.size(), 1);
    LatestJob latest(&window.root);
    latest.start([](const Task&) -> LatestJob::Delivery { throw std::bad_alloc(); });
    QTRY_VERIFY_WITH_TIMEOUT(!latest.busy(), kPatience);
    QCOMPARE(window.faults.size(), 2);
    bool again = false;  // and goes on
    latest.start([&](const Task&) -> LatestJob::Delivery { return [&] { again = true; }; });
    QTRY_VERIFY_WITH_TIMEOUT(again, kPatience);
  }

  /// Where the system has no thread left, the work is done by the one there is.
  void without_threads_work_is_done_at_once() {
    QStringList heard;
    const auto here = QThread::currentThread();
    QObject owner;
    Worker worker;
    LatestJob latest(&owner);
    {
      const NoThreads none;
      worker.start([&](const Worker::Run& run) {
        heard += QThread::currentThread() == here ? "worked here" : "worked elsewhere";
        run.post([&] { heard += "posted"; });
      });
      latest.start([&](const Task&) -> LatestJob::Delivery {
        heard += QThread::currentThread() == here ? "computed here" : "computed elsewhere";
        return [&] { heard += "delivered"; };
      });
      QCOMPARE(heard, (QStringList{"worked here", "computed here"}));
    }
    QVERIFY(worker.running() && latest.busy());
    QTRY_VERIFY_WITH_TIMEOUT(!worker.running() && !latest.busy(), kPatience);
    QCOMPARE(heard, (QStringList{"worked here", "computed here", "posted", "delivered"}));
    worker.start([&](const Worker::Run& run) {
      run.post([&, there = QThread::currentThread()] { heard += there == here ? "here again" : "elsewhere again"; });
    });
    QTRY_VERIFY_WITH_TIMEOUT(!worker.running(), kPatience);
    QCOMPARE(heard.last(), QString("elsewhere again"));
  }

  /// One list: what is told of the jobs in a window, and Esc, which ends what is told.
  void the_list_knows_all_jobs_of_its_window() {
    Window window;
    auto* view = new QObject(&window.root);
    QSemaphore gate;
    Worker silent(view);
    LatestJob* searching = nullptr;
    LatestJob search(view, {.text = [] { return QStringLiteral("Searching…"); },
                            .cancel =
                                [&] {
                                  searching->cancel();
                                  return QStringLiteral("Stopped.");
                                }});
    searching = &search;
    QSignalSpy changed(&window.jobs, &Jobs::changed);
    silent.start([&](const Worker::Run&) { gate.acquire(); });
    QVERIFY(window.jobs.working() && !window.jobs.busy());
    QCOMPARE(changed.count(), 0);
    search.start([](const Task& task) -> LatestJob::Delivery {
      wait_for_stop(task);
      return {};
    });
    QVERIFY(window.jobs.busy() && window.jobs.can_cancel());
    QCOMPARE(window.jobs.text(), QString("Searching…"));
    QCOMPARE(window.jobs.cancel(), QString("Stopped."));
    QVERIFY(!search.busy() && !window.jobs.busy() && window.jobs.working());
    QVERIFY(changed.count() >= 2);
    gate.release();
    QTRY_VERIFY_WITH_TIMEOUT(!window.jobs.working(), kPatience);
  }

  /// Each job ends only once the other was told to: told and joined one after the other, they would wait for ever.
  void all_are_told_to_stop_before_one_is_joined() {
    Window window;
    std::atomic<int> stopped = 0;
    std::atomic<bool> both = true;
    QSemaphore begun;
    const auto work = [&](const Task& task) {
      begun.release();
      wait_for_stop(task);
      ++stopped;
      for (int wait = 0; wait < kPatience && stopped < 2; ++wait) QThread::msleep(1);
      if (stopped < 2) both = false;
    };
    {
      Worker one(&window.root);
      LatestJob other(&window.root);
      one.start([&](const Worker::Run& run) { work(run.task()); });
      other.start([&](const Task& task) -> LatestJob::Delivery {
        work(task);
        return {};
      });
      begun.acquire(2);
      window.jobs.stop_all();
    }
    QVERIFY(both);
  }
};

STOWAGE_TEST(JobsTest);
#include "tst_jobs.moc"
